import { deleteItemIf, exchangeItem, getItem, putItemIf, replaceItemIf, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { sessionEndingsKey } from './keys';
import { usersTable } from './table';

const keyOf = (userId: string) => ({ pk: sessionEndingsKey, sk: userId });

/** Times are unix seconds. */
export interface SessionEnding {
  userId: string;
  holder: string;
  notedAt: number;
  interrupted?: boolean;
}

/**
 * An outbox of users whose sessions have to end because of a change in Cognito: enqueued before the change and removed
 * when the sessions have ended, so that the schedule finishes an interrupted change. Returns the entry that it
 * replaced, of a change that is running or was interrupted.
 */
export const enqueueSessionEnding = (userId: string, holder: string, now: number): Promise<SessionEnding | undefined> =>
  exchangeItem<SessionEnding>(usersTable(), keyOf(userId), { userId, holder, notedAt: now });

/** Takes the holder's entry back, because its change was refused: the one that it replaced is there again. */
export async function withdrawSessionEnding(
  userId: string,
  holder: string,
  replaced: SessionEnding | undefined,
): Promise<void> {
  const ours = { if: 'holder = :holder', values: { holder } };
  if (replaced) await putItemIf(usersTable(), keyOf(userId), replaced, ours);
  else await deleteItemIf(usersTable(), keyOf(userId), ours);
}

/**
 * Like {@link enqueueSessionEnding}, but exclusive. Returns `refused` if another change enqueued after `staleAt` is
 * running, and `inherited` if this one replaces an interrupted change whose sessions still have to end.
 */
export async function claimSessionEnding(
  userId: string,
  holder: string,
  now: number,
  staleAt: number,
): Promise<'refused' | 'claimed' | 'inherited'> {
  const outcome = await replaceItemIf(
    usersTable(),
    keyOf(userId),
    { userId, holder, notedAt: now },
    {
      if: 'attribute_not_exists(pk) OR notedAt <= :staleAt OR interrupted = :true',
      values: { staleAt, true: true },
    },
  );
  return outcome === 'refused' ? 'refused' : outcome === 'replaced' ? 'inherited' : 'claimed';
}

/** Whether the holder's entry is still the user's: a reset that has begun since wrote over it. */
export const holdsSessionEnding = async (userId: string, holder: string): Promise<boolean> =>
  (await getItem<{ holder?: string }>(usersTable(), keyOf(userId)))?.holder === holder;

/** Removes the holder's entry; an entry that another change wrote over it stays. */
export async function removeClaimedSessionEnding(userId: string, holder: string): Promise<void> {
  await deleteItemIf(usersTable(), keyOf(userId), { if: 'holder = :holder', values: { holder } });
}

/** Releases the holder's entry: the schedule ends the sessions, and another change may begin at once. */
export async function releaseSessionEnding(userId: string, holder: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), {
    set: { interrupted: true },
    if: 'holder = :holder',
    values: { holder },
  });
}

/** All entries enqueued up to a time (unix seconds). */
export async function listSessionEndings(until: number): Promise<SessionEnding[]> {
  const all = await queryRange<SessionEnding>(usersTable(), { pk: sessionEndingsKey });
  return all.filter((item) => item.notedAt <= until);
}
