import { exists } from '../dynamodb/expressions';
import { updateItem, updateItemIf } from '../dynamodb/items';
import { usersTable } from './table';
import type { ProfileItem } from './items';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.profile });

/**
 * Keeps what Cognito says of a user, and creates the profile at the first sign-in; what only the portal knows stays.
 * `now` in unix seconds.
 */
export const recordSignIn = (
  { phoneNumber, ...profile }: Omit<ProfileItem, 'hasCompletedSetup' | 'createdAt'>,
  now: number,
): Promise<void> =>
  updateItem(usersTable(), keyOf(profile.userId), {
    set: { ...profile, phoneNumber },
    assign: [
      'hasCompletedSetup = if_not_exists(hasCompletedSetup, :false)',
      'createdAt = if_not_exists(createdAt, :now)',
    ],
    remove: phoneNumber === undefined ? ['phoneNumber'] : [],
    values: { false: false, now },
  });

/** What a user may change of a profile; `phoneNumber: null` removes the number. */
type ProfileChange = Partial<Pick<ProfileItem, 'username' | 'email'>> & { phoneNumber?: string | null };

/** Idempotent; throws if there is no profile. */
export const changeProfile = (userId: string, { phoneNumber, ...fields }: ProfileChange): Promise<void> =>
  updateItem(usersTable(), keyOf(userId), {
    set: { ...fields, phoneNumber: phoneNumber ?? undefined },
    remove: phoneNumber === null ? ['phoneNumber'] : [],
    ...exists,
  });

/** Idempotent; throws if there is no profile. */
export const keepSetupComplete = (userId: string): Promise<void> =>
  updateItem(usersTable(), keyOf(userId), { set: { hasCompletedSetup: true }, ...exists });

/** From now on no shop can be opened for this user (see recordCustomer). Safe to repeat; `now` in unix seconds. */
export async function markDeleting(userId: string, now: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), { set: { deletingSince: now }, ...exists });
}

/** The account stays after all. Safe to repeat. */
export async function unmarkDeleting(userId: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), { remove: ['deletingSince'], ...exists });
}
