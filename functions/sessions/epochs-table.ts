import {
  exists,
  type Change,
  type Condition,
  getItem,
  putItem,
  updateItemIf,
} from '#functions/platform/dynamodb/items';
import { checkWrite, putWrite, updateWrite, writeAll, type Write } from '#functions/platform/dynamodb/transaction';
import {
  type ProfileItem,
  type SessionItem,
  sessionKey,
  sortKeys,
  userKey,
  usersTable,
} from '#functions/platform/users-table';

/**
 * The credential epoch of a user counts the changes of their credentials; it is kept on the profile item
 * (decisions/sessions). Every session and challenge carries the epoch it began in, and is valid only while the profile
 * has the same one. A user whose credentials never changed has no such attribute, which means epoch 0, with or without
 * a profile. A deleted user has a tombstone in place of the profile, which no epoch matches.
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

/**
 * Ends every session and challenge of the user except the sessions with these hashes, which move to the next epoch in
 * the same transaction. Writes nothing and returns false if `epoch` is over or one of the sessions is gone.
 */
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
