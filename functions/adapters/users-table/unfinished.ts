import { deleteItem, putItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { usersTable } from './table';
import { unfinishedKey } from './keys';

/**
 * An outbox of account changes that reach several services: enqueued before the first request and removed after the
 * last, so that the schedule finishes an interrupted change. `notedAt` in unix seconds.
 */
export type Unfinished = { userId: string; notedAt: number } & (
  | { kind: 'deletion' }
  | { kind: 'email'; newEmail: string }
  /** Sessions ended, and Cognito could not be reached to end their tokens. */
  | { kind: 'tokens' }
);

const keyOf = (kind: Unfinished['kind'], userId: string) => ({ pk: unfinishedKey, sk: `${kind}#${userId}` });

export const enqueueUnfinished = (change: Unfinished): Promise<void> =>
  putItem(usersTable(), keyOf(change.kind, change.userId), change);

export async function removeUnfinished(kind: Unfinished['kind'], userId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(kind, userId));
}

/** All entries enqueued up to a time (unix seconds). */
export async function listUnfinished(until: number): Promise<Unfinished[]> {
  const all = await queryRange<Unfinished>(usersTable(), { pk: unfinishedKey });
  return all.filter((item) => item.notedAt <= until);
}
