import { type SessionItem, usersTable, sessionKey, sortKeys, userKey } from '#functions/platform/users-table';
import { exists, deleteItem, getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { deleteWrite, putWrite, writeAll, type Write } from '#functions/platform/dynamodb/transaction';

/** Sessions end 30 days after they began, used or not (seconds). */
export const sessionLifetime = 30 * 24 * 60 * 60;
/** A browser is known for 180 days after its last sign-in (seconds). */
export const browserLifetime = 180 * 24 * 60 * 60;
/** Sessions end after 14 days without use (seconds). */
const idleLifetime = 14 * 24 * 60 * 60;

/** When a session ends that is not used again after `seenAt`. Times are unix seconds. */
export const endOf = (createdAt: number, seenAt: number): number =>
  Math.min(createdAt + sessionLifetime, seenAt + idleLifetime);

/** An impersonation ends after an hour (seconds). */
export const impersonationLifetime = 60 * 60;
/** Sessions of one user at the same time, over all devices. */
export const sessionsKept = 20;

/**
 * Hashes of the sessions to delete for a new one: the expired ones, and the oldest beyond the limit. `now` in unix
 * seconds.
 */
export function decideEvictions(sessions: readonly SessionItem[], now: number): string[] {
  const live = sessions.filter((session) => session.expiresAt > now).toSorted((a, b) => b.createdAt - a.createdAt);
  const expired = sessions.filter((session) => session.expiresAt <= now);
  return [...expired, ...live.slice(sessionsKept - 1)].map((session) => session.secretHash);
}

/** The item of a session, or undefined; it may have expired. */
export const readSession = (userId: string, secretHash: string): Promise<SessionItem | undefined> =>
  getItem(usersTable(), sessionKey(userId, secretHash));

/** All sessions of a user, including expired ones that DynamoDB has not removed yet. Sign-ins limit their number. */
export const listSessions = (userId: string): Promise<SessionItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.session('') });

export const deleteSession = (userId: string, secretHash: string): Promise<SessionItem | undefined> =>
  deleteItem(usersTable(), sessionKey(userId, secretHash));

/** Writes when a session was used, and when it ends now; a session that has ended does not come back. */
export async function keepSeen(
  userId: string,
  secretHash: string,
  times: Pick<SessionItem, 'lastSeenAt' | 'expiresAt'>,
): Promise<void> {
  await updateItemIf(usersTable(), sessionKey(userId, secretHash), { set: times, ...exists });
}

export async function removeToken(userId: string, secretHash: string): Promise<void> {
  await updateItemIf(usersTable(), sessionKey(userId, secretHash), { remove: ['sealedToken'], ...exists });
}

/** Replaces a session by another in one transaction with `others`; returns false if the old one does not exist. */
export const replaceSession = (
  userId: string,
  oldHash: string,
  session: SessionItem,
  others: readonly Write[],
): Promise<boolean> =>
  writeAll([
    ...others,
    putWrite(usersTable(), sessionKey(userId, session.secretHash), session),
    deleteWrite(usersTable(), sessionKey(userId, oldHash), exists),
  ]);
