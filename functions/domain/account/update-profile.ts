import { CallError } from '#shared/errors';
import { toInternationalPhone } from '#shared/model/phone';
import { readAccount, updateAccount } from '../../adapters/cognito/accounts';
import type { ProfileItem } from '../../adapters/users-table/items';
import { changeProfile } from '../../adapters/users-table/profiles';
import type { Caller } from '../caller';
import { enqueueAccountNotice } from '../notices/enqueue-account-notice';
import { changeSecurely } from '../security/change-securely';
import { isRecentlyAuthenticated } from '../session/recent-authentication';
import { countChange } from '../throttle/changes';

interface ProfileUpdate {
  username?: string | undefined;
  /** As typed in Japan; an empty text removes the number. */
  phoneNumber?: string | undefined;
  newsMails?: boolean | undefined;
}

/**
 * Cognito first: a name that it refuses is not shown. If the profile cannot be written after it, the next sign-in or
 * the next request corrects it.
 */
async function renameUser(userId: string, username: string): Promise<void> {
  await countChange('name', userId);
  await updateAccount(userId, { username });
  await changeProfile(userId, { username });
}

/**
 * A sensitive change, because the number may become a second step. A number that is in use as one cannot be changed.
 */
async function changePhone(caller: Caller, phoneNumber: string): Promise<void> {
  if (caller.session.impersonation) throw new CallError('IMPERSONATION_FORBIDDEN');
  if (!isRecentlyAuthenticated(caller.session)) throw new CallError('RECENT_AUTHENTICATION_REQUIRED');
  await changeSecurely(caller, async () => {
    // Asked while no other change runs, so that the number does not become the second step meanwhile.
    if ((await readAccount(caller.userId))?.mfa === 'sms') throw new CallError('PHONE_IN_USE');
    await countChange('phone', caller.userId);
    await updateAccount(caller.userId, { phoneNumber: toInternationalPhone(phoneNumber) ?? '' });
    await changeProfile(caller.userId, { phoneNumber: phoneNumber === '' ? null : phoneNumber });
  });
  await enqueueAccountNotice('phone-changed', caller.profile);
}

/** Changes what differs from the profile, and returns the changed profile. */
export async function updateProfile(
  caller: Caller,
  { username, phoneNumber, newsMails }: ProfileUpdate,
): Promise<ProfileItem> {
  const { profile } = caller;
  if (phoneNumber !== undefined && phoneNumber !== (profile.phoneNumber ?? '')) await changePhone(caller, phoneNumber);
  if (username !== undefined && username !== profile.username) await renameUser(caller.userId, username);
  if (newsMails !== undefined) await changeProfile(caller.userId, { newsMails });
  const { phoneNumber: before, ...rest } = profile;
  const phone = phoneNumber ?? before ?? '';
  const changed = { ...(username !== undefined && { username }), ...(newsMails !== undefined && { newsMails }) };
  return { ...rest, ...changed, ...(phone !== '' && { phoneNumber: phone }) };
}
