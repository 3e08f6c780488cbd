import type { Key } from '../dynamodb/expressions';
import { deleteItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { usersTable } from './table';
import { sessionEndings, userKey } from './keys';
import { listOpenings } from './openings';

/** Whether a request of the user is still opening a shop. `now` in unix milliseconds. */
export async function isOpeningShop(userId: string, now: number): Promise<boolean> {
  const openings = await listOpenings(userId);
  return openings.some(({ state, lease }) => state === 'undoing' || (state === 'working' && lease.until > now));
}

/** Deletes everything in a user's partition, and the user's entry among the session endings. Safe to repeat. */
export async function eraseUser(userId: string): Promise<void> {
  const keys = await queryRange<Key>(usersTable(), { pk: userKey(userId) }, { fields: 'pk, sk' });
  await Promise.all(keys.map(({ pk, sk }) => deleteItem(usersTable(), { pk, sk })));
  await deleteItem(usersTable(), { pk: sessionEndings, sk: userId });
}
