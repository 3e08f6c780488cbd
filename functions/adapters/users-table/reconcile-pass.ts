import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { onlyItem, reconcileKey } from './keys';
import type { ScanPlace } from './shop-ages';

/** A pass over every shop that was not ended in one run. */
export interface ReconcilePass {
  /** When the run that began it began, in unix milliseconds: what was read since then is done. */
  since: number;
  /** Where the part of the table begins that is read at the moment; absent at the first. */
  start?: ScanPlace;
  /** Customers of that part that could not be read: they wait for the next pass. */
  failed: string[];
}

const Key = { pk: reconcileKey, sk: onlyItem };

/** The pass under way; undefined where the last one was ended. */
export async function readPass(): Promise<ReconcilePass | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: usersTable(), Key, ConsistentRead: true }));
  return Item as ReconcilePass | undefined;
}

/** Keeps how far the pass is, for the next run. */
export async function keepPass(pass: ReconcilePass): Promise<void> {
  await documents.send(new PutCommand({ TableName: usersTable(), Item: { ...Key, ...pass } }));
}

/** Every shop was seen: the next run begins anew. */
export async function endPass(): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key }));
}
