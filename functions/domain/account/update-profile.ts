import { CallError } from '#shared/errors';
import { toInternationalPhone } from '#shared/model/phone';
import { readAccount, updateAccount } from '../../adapters/cognito/accounts';
import type { ProfileItem } from '../../adapters/users-table/items';
import { changeProfile } from '../../adapters/users-table/profiles';
import type { Caller } from '../caller';
import { queueNotice } from '../notices/queue-notice';
import { changeSecurely } from '../security/change-securely';
import { isRecentlyAuthenticated } from '../session/recent-authentication';

export interface ProfileUpdate {
  username?: string | undefined;
  /** As typed in Japan; an empty text takes the number away. */
  phoneNumber?: string | undefined;
}

/**
 * Cognito first: what it does not take is not shown either; where the profile is lost after it, the next sign-in or
 * try brings it.
 */
async function renameUser(userId: string, username: string): Promise<void> {
  await updateAccount(userId, { username });
  await changeProfile(userId, { username });
}

/** A sensitive change: a number may become a second step, and the one that is one must stay what was proved. */
async function changePhone(caller: Caller, phoneNumber: string): Promise<void> {
  if (caller.session.impersonation) throw new CallError('IMPERSONATION_FORBIDDEN');
  if (!isRecentlyAuthenticated(caller.session)) throw new CallError('RECENT_AUTHENTICATION_REQUIRED');
  const account = await readAccount(caller.userId);
  if (account?.mfa === 'sms') throw new CallError('PHONE_IN_USE');
  await changeSecurely(caller, async () => {
    await updateAccount(caller.userId, { phoneNumber: toInternationalPhone(phoneNumber) ?? '' });
    await changeProfile(caller.userId, { phoneNumber: phoneNumber === '' ? null : phoneNumber });
  });
  await queueNotice('phone-changed', caller.profile);
}

/** Changes what differs from the profile, and answers the profile after it. */
export async function updateProfile(caller: Caller, { username, phoneNumber }: ProfileUpdate): Promise<ProfileItem> {
  const { profile } = caller;
  if (phoneNumber !== undefined && phoneNumber !== (profile.phoneNumber ?? '')) await changePhone(caller, phoneNumber);
  if (username !== undefined && username !== profile.username) await renameUser(caller.userId, username);
  const { phoneNumber: before, ...rest } = profile;
  const phone = phoneNumber ?? before ?? '';
  return { ...rest, ...(username !== undefined && { username }), ...(phone !== '' && { phoneNumber: phone }) };
}
