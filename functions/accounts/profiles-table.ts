import { callOverAfter, secondStepLifetime } from '#shared/constants';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putTombstone } from '#functions/sessions/sessions-table';
import * as z from 'zod/mini';
import { defineTask } from '#functions/platform/tasks';
import {
  exists,
  type Condition,
  type Key,
  deleteItem,
  getItem,
  updateItemIf,
} from '#functions/platform/dynamodb/items';
import { checkWrite, updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, type ProfileItem, type TrialCounts, sortKeys, userKey } from '#functions/platform/users-table';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.profile });

/** Not the item of a user who never signed in or is deleted (sessions/sessions-table.ts). */
const isProfile = { if: 'attribute_exists(userId)' } as const satisfies Condition;

/** Where a user's mails go, and whether news is among them; undefined without a profile. */
export async function readMailSettings(userId: string): Promise<Pick<ProfileItem, 'email' | 'newsMails'> | undefined> {
  const { email, newsMails } = (await getItem<Partial<ProfileItem>>(usersTable(), keyOf(userId))) ?? {};
  return email === undefined ? undefined : { email, ...(newsMails !== undefined && { newsMails }) };
}

export const readEmail = async (userId: string): Promise<string | undefined> => (await readMailSettings(userId))?.email;

/** The fields of a profile that change with its user's calls, or what happens to them; null removes one. */
export type ProfileChange = {
  [
    Field in
      | 'username'
      | 'phoneNumber'
      | 'newsMails'
      | 'hasCompletedSetup'
      | 'secondStepSince'
      | 'restored'
      | 'mailsFail'
  ]?: ProfileItem[Field] | null;
};

/** Idempotent. Returns the changed profile; undefined if there is none. */
export const changeProfile = (userId: string, fields: ProfileChange): Promise<ProfileItem | undefined> =>
  updateItemIf(usersTable(), keyOf(userId), {
    set: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    remove: Object.keys(fields).filter((field) => fields[field as keyof ProfileChange] === null),
    ...isProfile,
  });

/** Finishes a change of the address that was cut off, or was made by staff in Cognito. */
export const finishEmailChange = defineTask(
  'finish-email-change',
  z.object({
    userId: z.string(),
    /** The address before the change. */
    former: z.optional(z.string()),
  }),
  ({ userId }) => userId,
);

/** The write that notes when an address was changed (unix seconds), and that mails reach the new one. */
export const emailChangedWrite = (userId: string, emailChangedAt: number): Write =>
  updateWrite(usersTable(), keyOf(userId), { set: { emailChangedAt }, remove: ['mailsFail'], ...isProfile });

/** The address in a user's profile, and when it was last changed, in unix seconds; neither without a profile. */
export const readAddress = async (userId: string): Promise<Partial<Pick<ProfileItem, 'email' | 'emailChangedAt'>>> =>
  (await getItem(usersTable(), keyOf(userId))) ?? {};

/** Puts a new address into a profile; does nothing if it has the address already, or if there is no profile. */
export const changeEmail = async (userId: string, email: string): Promise<void> =>
  void (await updateItemIf(usersTable(), keyOf(userId), {
    set: { email },
    remove: ['mailsFail'],
    if: 'attribute_exists(userId) AND email <> :new',
    values: { new: email },
  }));

/** Keeps that staff have disabled the user; nothing is written twice. The next sign-in takes it off. */
export const markDisabled = async (userId: string): Promise<void> =>
  void (await updateItemIf(usersTable(), keyOf(userId), {
    set: { disabled: true },
    if: 'attribute_exists(userId) AND attribute_not_exists(disabled)',
  }));

/** From now on this user can open no shop (livingUser), also before a first sign-in. `now` in unix seconds. */
export async function markDeleting(userId: string, now: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), {
    set: { deletingSince: now },
    if: 'attribute_not_exists(deletedAt)',
  });
}

/** Removes the mark: the account stays. Safe to repeat. */
export async function unmarkDeleting(userId: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), { remove: ['deletingSince'], ...exists });
}

const living = 'attribute_exists(userId) AND attribute_not_exists(deletingSince)';

/** Holds while a user has an account that is not being deleted: only then may a shop of theirs begin. */
export const livingUser = (userId: string): Write => checkWrite(usersTable(), keyOf(userId), { if: living });

/** Holds while a user's account is not being deleted or deleted; also before they first sign in. */
export const notDeleting = (userId: string): Write =>
  checkWrite(usersTable(), keyOf(userId), { if: 'attribute_not_exists(deletingSince)' });

/** The trials of a user, strongly consistent; undefined if the account is deleted or being deleted. */
export async function readTrials(userId: string): Promise<TrialCounts | undefined> {
  const profile = await getItem<Partial<ProfileItem> & { deletingSince?: number }>(usersTable(), keyOf(userId));
  if (profile?.userId === undefined || profile.deletingSince !== undefined) return undefined;
  return profile.trials ?? { version: 0, used: 0, withoutCard: [] };
}

/** Replaces the trials that were read; fails if another request wrote since, or if the account is being deleted. */
export const trialsWrite = (userId: string, { version }: TrialCounts, next: Omit<TrialCounts, 'version'>): Write =>
  updateWrite(usersTable(), keyOf(userId), {
    set: { trials: { ...next, version: version + 1 } },
    if: `${living} AND ${version === 0 ? 'attribute_not_exists(trials)' : 'trials.version = :version'}`,
    ...(version > 0 && { values: { version } }),
  });

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
