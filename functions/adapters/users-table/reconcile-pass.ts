import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { onlyItem, reconcileKey } from './keys';
import type { ScanPlace } from './shop-ages';

/** A pass over every shop that was not ended in one run. */
export interface ReconcilePass {
  /** When the run that began it began, in unix milliseconds: what was read since then is done. */
  since: number;
  /** Where the part of the table begins that is being read; absent for the first. */
  start?: ScanPlace;
  /** Customers of that part that could not be read: they wait for the next pass. */
  failed: string[];
}

const key = { pk: reconcileKey, sk: onlyItem };

/** The pass under way; undefined if the last one ended. */
export const readPass = (): Promise<ReconcilePass | undefined> => getItem(usersTable(), key);

/** Keeps how far the pass is, for the next run. */
export const keepPass = (pass: ReconcilePass): Promise<void> => putItem(usersTable(), key, pass);

/** Every shop was read: the next run begins a new pass. */
export async function endPass(): Promise<void> {
  await deleteItem(usersTable(), key);
}
