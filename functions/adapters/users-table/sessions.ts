import { exists } from '../dynamodb/expressions';
import { deleteItem, getItem, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { deleteWrite, putWrite, writeAll } from '../dynamodb/transaction';
import { usersTable } from './table';
import type { SessionItem } from './items';
import { sessionKey, sortKeys, userKey } from './keys';

/** The item of a session, or undefined; it may have expired. */
export const readSession = (userId: string, secretHash: string): Promise<SessionItem | undefined> =>
  getItem(usersTable(), sessionKey(userId, secretHash));

/** All sessions of a user, including expired ones that DynamoDB has not removed yet. Sign-ins limit their number. */
export const listSessions = (userId: string): Promise<SessionItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.session('') });

/** Deletes a session and returns it; undefined if there was none. */
export const deleteSession = (userId: string, secretHash: string): Promise<SessionItem | undefined> =>
  deleteItem(usersTable(), sessionKey(userId, secretHash));

/** Writes when a session was used, and when it ends now; a session that has ended does not come back. */
export async function keepSeen(
  userId: string,
  secretHash: string,
  times: Required<Pick<SessionItem, 'lastSeenAt' | 'expiresAt'>>,
): Promise<void> {
  await updateItemIf(usersTable(), sessionKey(userId, secretHash), { set: times, ...exists });
}

/** Takes Cognito's token out of a session, if the session still exists. */
export async function removeToken(userId: string, secretHash: string): Promise<void> {
  await updateItemIf(usersTable(), sessionKey(userId, secretHash), { remove: ['sealedToken'], ...exists });
}

/** Replaces a session by another in one transaction; returns false if the old one does not exist. */
export const replaceSession = (userId: string, oldHash: string, session: SessionItem): Promise<boolean> =>
  writeAll([
    putWrite(usersTable(), sessionKey(userId, session.secretHash), session),
    deleteWrite(usersTable(), sessionKey(userId, oldHash), exists),
  ]);
