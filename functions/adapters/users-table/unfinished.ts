import { deleteItemIf, exchangeItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { usersTable } from './table';
import { unfinishedKey } from './keys';

/**
 * An outbox of account changes that reach several services: enqueued before the first request and removed after the
 * last, so that the schedule finishes an interrupted change. `notedAt` in unix seconds.
 */
export interface Unfinished {
  /** `tokens`: sessions ended, and Cognito could not be reached to end their tokens. */
  kind: 'deletion' | 'email' | 'tokens';
  userId: string;
  id: string;
  notedAt: number;
  /** Of a deletion: the address that is told of it. */
  email?: string;
}

const keyOf = ({ kind, userId }: Pick<Unfinished, 'kind' | 'userId'>) => ({
  pk: unfinishedKey,
  sk: `${kind}#${userId}`,
});

/** Takes the place of an unfinished change of the same kind and user, and returns it. */
export const enqueueUnfinished = (change: Unfinished): Promise<Unfinished | undefined> =>
  exchangeItem(usersTable(), keyOf(change), change);

/** With `id` only this change, not one that has taken its place. */
export async function removeUnfinished(change: Pick<Unfinished, 'kind' | 'userId'> & { id?: string }): Promise<void> {
  const { id } = change;
  await deleteItemIf(usersTable(), keyOf(change), id === undefined ? {} : { if: 'id = :id', values: { id } });
}

/** All entries enqueued up to a time (unix seconds). */
export async function listUnfinished(until: number): Promise<Unfinished[]> {
  const all = await queryRange<Unfinished>(usersTable(), { pk: unfinishedKey });
  return all.filter((item) => item.notedAt <= until);
}
