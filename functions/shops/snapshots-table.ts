import { exists, getItem, isNew, putItemIf, updateItemIf } from '#functions/platform/dynamodb/items';
import { putWrite, updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, type SnapshotItem, sortKeys, userKey } from '#functions/platform/users-table';
import type { ShopRecord } from '#shared/model/customer';

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.snapshot(customerId) });

type Before = Pick<SnapshotItem, 'version' | 'readAtMs'> | undefined;

/**
 * A reading that is newer than what is kept, on the condition that nothing was kept, booked or changed in its movements
 * since `before`.
 */
const isNewest = (readAtMs: number, before: Before) =>
  before
    ? {
        if:
          'readAtMs = :before AND :before <= :readAtMs AND #version = :version AND ' +
          '(attribute_not_exists(changedAtMs) OR changedAtMs <= :readAtMs)',
        values: { readAtMs, before: before.readAtMs, version: before.version },
      }
    : isNew;

/**
 * Keeps a reading with its booked counts, unless a later one is there or was booked since; returns whether it was kept.
 */
export const putSnapshot = (userId: string, snapshot: SnapshotItem, before?: Before): Promise<boolean> =>
  putItemIf(usersTable(), keyOf(userId, snapshot.customerId), snapshot, isNewest(snapshot.readAtMs, before));

/** The same as a write of the transaction that orders the movements. */
export const snapshotWrite = (userId: string, snapshot: SnapshotItem, before?: Before): Write =>
  putWrite(usersTable(), keyOf(userId, snapshot.customerId), snapshot, isNewest(snapshot.readAtMs, before));

/**
 * Raises the version for a change of a shop's movements that is no reading: of two changes at the same time, one
 * decides again with the other's. Fails if it was raised since the snapshot was read.
 */
export const versionWrite = (
  userId: string,
  { customerId, version }: Pick<SnapshotItem, 'customerId' | 'version'>,
): Write =>
  updateWrite(usersTable(), keyOf(userId, customerId), {
    set: { version: version + 1 },
    if: '#version = :version',
    values: { version },
  });

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
