import {
  type ProfileItem,
  type SessionItem,
  usersTable,
  sessionKey,
  sortKeys,
  userKey,
} from '#functions/platform/users-table';
import {
  exists,
  type Change,
  type Condition,
  deleteItem,
  getItem,
  putItem,
  updateItemIf,
} from '#functions/platform/dynamodb/items';
import { logger } from '#functions/platform/logger';
import { queryRange } from '#functions/platform/dynamodb/query';
import {
  checkWrite,
  deleteWrite,
  putWrite,
  updateWrite,
  writeAll,
  type Write,
} from '#functions/platform/dynamodb/transaction';

/** Sessions end 30 days after they began, used or not (seconds). */
export const sessionLifetime = 30 * 24 * 60 * 60;
/** A browser is known for 180 days after its user last proved who they are (seconds). */
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

/** Hashes of the sessions to delete for a new one: expired, or beyond the limit. `now` in unix seconds. */
export function decideEvictions(sessions: readonly SessionItem[], now: number): string[] {
  const live = sessions.filter((session) => session.expiresAt > now).toSorted((a, b) => b.createdAt - a.createdAt);
  const expired = sessions.filter((session) => session.expiresAt <= now);
  return [...expired, ...live.slice(sessionsKept - 1)].map((session) => session.secretHash);
}

/** All sessions of a user, including expired ones that DynamoDB has not removed yet. Sign-ins limit their number. */
export const listSessions = (userId: string): Promise<SessionItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.session('') });

export const deleteSession = (userId: string, secretHash: string): Promise<SessionItem | undefined> =>
  deleteItem(usersTable(), sessionKey(userId, secretHash), () => {
    logger.warn('a session may have ended as an impersonation whose end is not recorded', { userId });
  });

/** Writes when a session was used, and when it ends now; a session that has ended does not come back. */
export async function keepSeen(
  userId: string,
  secretHash: string,
  times: Pick<SessionItem, 'lastSeenAt' | 'expiresAt'>,
): Promise<void> {
  await updateItemIf(usersTable(), sessionKey(userId, secretHash), { set: times, ...exists });
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

/**
 * The credential epoch of a user counts the changes of their credentials, from 0 (absent), on the profile item
 * (decisions/sessions). A session or challenge is valid only in the epoch that it began in; a deleted user's tombstone
 * has none.
 */
const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.profile });

/** The item in the profile's place: a profile, the epoch of a user who never signed in, or a tombstone. */
interface EpochItem {
  epoch?: number;
  deletedAt?: number;
}

const notDeleted = { if: 'attribute_not_exists(deletedAt)' } as const satisfies Condition;

/** The condition that the credentials have not changed and the user is not deleted. */
const isEpoch = (epoch: number): Condition & { if: string } =>
  epoch === 0
    ? { if: 'attribute_not_exists(epoch) AND attribute_not_exists(deletedAt)' }
    : { if: 'epoch = :epoch', values: { epoch } };

const ofProfile = (userId: string, change: Change) => updateWrite(usersTable(), keyOf(userId), change);

/** For a transaction that also depends on the credentials of another user. */
export const epochCheck = (userId: string, epoch: number): Write =>
  checkWrite(usersTable(), keyOf(userId), isEpoch(epoch));

export async function readEpoch(userId: string): Promise<number | undefined> {
  const item = await getItem<EpochItem>(usersTable(), keyOf(userId));
  return item?.deletedAt === undefined ? (item?.epoch ?? 0) : undefined;
}

/**
 * Writes a new session, and Cognito's data of its user into the profile, which begins at the first sign-in; data that
 * only the portal has stays. Writes nothing and returns false if the user's epoch is no longer that of the session, the
 * user is deleted, or a condition of `others`, which belong to the same transaction, does not hold.
 */
export function putFirstSession(
  { phoneNumber, ...profile }: Omit<ProfileItem, 'hasCompletedSetup' | 'createdAt' | 'epoch'>,
  session: SessionItem,
  now: number,
  others: readonly Write[] = [],
): Promise<boolean> {
  const condition = isEpoch(session.epoch);
  return writeAll([
    ofProfile(profile.userId, {
      set: { ...profile, phoneNumber },
      assign: [
        'hasCompletedSetup = if_not_exists(hasCompletedSetup, :false)',
        'createdAt = if_not_exists(createdAt, :now)',
      ],
      remove: ['disabled', ...(phoneNumber === undefined ? ['phoneNumber'] : [])],
      ...condition,
      values: { ...condition.values, false: false, now },
    }),
    putWrite(usersTable(), sessionKey(profile.userId, session.secretHash), session),
    ...others,
  ]);
}

/** Ends every session and challenge of the user; also for a user without a profile. */
export async function endEpoch(userId: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), {
    assign: ['epoch = if_not_exists(epoch, :zero) + :one'],
    ...notDeleted,
    values: { zero: 0, one: 1 },
  });
}

/** Ends every session and challenge of the user; those that go on move to the next epoch in the same transaction. */
export const epochEnd = (userId: string, epoch: number): Write =>
  ofProfile(userId, { set: { epoch: epoch + 1 }, ...isEpoch(epoch) });

/** The same except for the `kept` hashes, which move to the next epoch; false if `epoch` is over or one is gone. */
export const endEpochExcept = (userId: string, epoch: number, kept: readonly string[]): Promise<boolean> =>
  writeAll([
    epochEnd(userId, epoch),
    ...kept.map((secretHash) =>
      updateWrite(usersTable(), sessionKey(userId, secretHash), { set: { epoch: epoch + 1 }, ...exists }),
    ),
  ]);

/**
 * Replaces the profile of a deleted user by a tombstone without personal data, so that a running sign-in does not bring
 * the account back. `expiresAt` (unix seconds) is the item's TTL. Safe to repeat.
 */
export const putTombstone = (userId: string, now: number, expiresAt: number): Promise<void> =>
  putItem(usersTable(), keyOf(userId), { deletedAt: now, deletingSince: now, expiresAt });
