import { callOverAfter, secondStepLifetime } from '#shared/constants';
import { type Key, deleteItem } from '#functions/platform/dynamodb/items';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { queryRange } from '#functions/platform/dynamodb/query';
import { usersTable, sortKeys, userKey } from '#functions/platform/users-table';
import { putTombstone } from '#functions/sessions/epochs-table';

/** How long the tombstone of a user stays, in seconds: longer than any sign-in lasts. */
const tombstoneLifetime = secondStepLifetime + 2 * callOverAfter;

/**
 * Deletes everything in a user's partition; only a tombstone without personal data remains for some minutes. It comes
 * first, so that no session is written after the items are listed. `now` in unix seconds. Safe to repeat.
 */
export async function eraseUser(userId: string, now: number): Promise<void> {
  await putTombstone(userId, now, now + tombstoneLifetime);
  const keys = await queryRange<Key>(usersTable(), { pk: userKey(userId) }, { fields: 'pk, sk' });
  const others = keys.filter(({ sk }) => sk !== sortKeys.profile);
  await mapWithLimit(25, others, ({ pk, sk }) => deleteItem(usersTable(), { pk, sk }));
}
