import { exists } from '../dynamodb/expressions';
import { getItem, putItemIf, updateItemIf } from '../dynamodb/items';
import { usersTable } from './table';
import type { ShopRecord } from '#shared/model/customer';
import type { SnapshotItem } from './items';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.snapshot(customerId) });

/** Keeps a reading unless a later one is there; returns whether it was kept. */
export const putSnapshot = (userId: string, snapshot: SnapshotItem): Promise<boolean> =>
  putItemIf(usersTable(), keyOf(userId, snapshot.customerId), snapshot, {
    if:
      '(attribute_not_exists(readAtMs) OR readAtMs <= :readAtMs) AND ' +
      '(attribute_not_exists(changedAtMs) OR changedAtMs <= :readAtMs)',
    values: { readAtMs: snapshot.readAtMs },
  });

/** The last known state of one shop; undefined if nothing is known. */
export const readSnapshot = (userId: string, customerId: string): Promise<SnapshotItem | undefined> =>
  getItem(usersTable(), keyOf(userId, customerId));

/**
 * Marks that a shop was changed (unix milliseconds) and could not be read since, so readings that began before no
 * longer count. Returns its last snapshot; undefined if there is none.
 */
export async function markChanged(
  userId: string,
  customerId: string,
  changedAtMs: number,
): Promise<ShopRecord | undefined> {
  const snapshot = await updateItemIf<SnapshotItem>(usersTable(), keyOf(userId, customerId), {
    set: { changedAtMs },
    ...exists,
  });
  return snapshot?.record;
}
