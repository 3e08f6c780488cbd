import { exists } from '../dynamodb/expressions';
import { updateItem, updateItemIf } from '../dynamodb/items';
import { usersTable } from './table';
import type { ProfileItem } from './items';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.profile });

/**
 * Updates the profile with Cognito's data of a user, and creates it at the first sign-in; data that only the portal has
 * stays. `now` in unix seconds.
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

/** The fields of a profile that its user may change; `phoneNumber: null` removes the number. */
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

/** From now on this user can open no shop (see recordCustomer). Safe to repeat; `now` in unix seconds. */
export async function markDeleting(userId: string, now: number): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), { set: { deletingSince: now }, ...exists });
}

/** Removes the mark: the account stays. Safe to repeat. */
export async function unmarkDeleting(userId: string): Promise<void> {
  await updateItemIf(usersTable(), keyOf(userId), { remove: ['deletingSince'], ...exists });
}
