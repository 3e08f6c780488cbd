import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { onlyItem, reconcileKey } from './keys';
import type { ScanPlace } from './shop-ages';

/** A pass over every shop that one run could not finish. */
export interface ReconcilePass {
  /** When the pass began, in unix milliseconds: shops read since then are done. */
  since: number;
  /** Where the current part of the table begins; absent for the first part. */
  start?: ScanPlace;
  /** Customers of that part that could not be read; they wait for the next pass. */
  failed: string[];
}

const key = { pk: reconcileKey, sk: onlyItem };

/** The current pass; undefined if the last one has ended. */
export const readPass = (): Promise<ReconcilePass | undefined> => getItem(usersTable(), key);

/** Keeps the progress of the pass for the next run. */
export const keepPass = (pass: ReconcilePass): Promise<void> => putItem(usersTable(), key, pass);

/** Every shop was read: the next run begins a new pass. */
export async function endPass(): Promise<void> {
  await deleteItem(usersTable(), key);
}
