import { CallError } from '#shared/errors';
import { adminGroup } from '#shared/constants';
import type * as contract from '#shared/contract/account';
import type { BodyOf } from '#shared/contract/call';
import type { User } from '#shared/model/account';
import { toInternationalPhone } from '#shared/model/phone';
import { readAccount, updateAccount } from '#functions/platform/cognito/accounts';
import type { ProfileItem, SessionItem } from '#functions/platform/users-table';
import { changeProfile, type ProfileChange } from './profiles-table';
import type { Caller } from '#functions/http/caller';
import { changeSecurely } from '#functions/security/change-securely';
import { sessionGone } from '#functions/security/own-sessions';
import { isRecentlyAuthenticated } from '#functions/sessions/open-session';
import { consume } from '#functions/limits/limits';

/** A user as the browser sees them, in a session of their own or of an impersonation. */
export const presentUser = (profile: ProfileItem, session: Pick<SessionItem, 'impersonation' | 'expiresAt'>): User => ({
  id: profile.userId,
  username: profile.username,
  email: profile.email,
  ...(profile.phoneNumber !== undefined && { phoneNumber: profile.phoneNumber }),
  hasCompletedSetup: profile.hasCompletedSetup,
  ...(profile.newsMails !== undefined && { newsMails: profile.newsMails }),
  ...(profile.mailsFail && { mailsFail: true }),
  isAdmin: profile.groups.includes(adminGroup),
  ...(session.impersonation && { impersonation: { expiresAt: session.expiresAt } }),
});

/** The changed profile; a deletion may have taken it away since the call began. */
async function keep(userId: string, change: ProfileChange): Promise<ProfileItem> {
  const profile = await changeProfile(userId, change);
  if (!profile) throw new CallError('NOT_SIGNED_IN');
  return profile;
}

/** Cognito first: a name that it refuses is not shown. The next sign-in or request corrects a profile left behind. */
async function renameUser(caller: Caller, username: string): Promise<ProfileItem> {
  const { userId } = caller;
  await consume({ kind: 'name', of: { user: userId } });
  if (!(await updateAccount(userId, { username }))) throw await sessionGone(caller);
  return keep(userId, { username });
}

/** Sensitive, because the number may become a second step; one that is in use as that cannot be changed. */
async function changePhone(caller: Caller, phoneNumber: string): Promise<ProfileItem> {
  const { userId } = caller;
  if (caller.session.impersonation) throw new CallError('IMPERSONATION_FORBIDDEN');
  if (!isRecentlyAuthenticated(caller.session)) throw new CallError('RECENT_AUTHENTICATION_REQUIRED');
  const told = { kind: 'phone-changed', formerNumber: caller.profile.phoneNumber ?? '' } as const;
  return changeSecurely(caller, told, async () => {
    // Asked while no other change runs, so that the number does not become the second step meanwhile.
    if ((await readAccount(userId))?.mfa === 'sms') throw new CallError('PHONE_IN_USE');
    await consume({ kind: 'phone', of: { user: userId } });
    const number = toInternationalPhone(phoneNumber) ?? '';
    if (!(await updateAccount(userId, { phoneNumber: number }))) throw await sessionGone(caller);
    return keep(userId, { phoneNumber: phoneNumber === '' ? null : phoneNumber });
  });
}

/** Changes what differs from the profile, and returns the changed profile. */
export async function updateProfile(
  caller: Caller,
  { username, phoneNumber, newsMails }: BodyOf<typeof contract.updateProfile>,
): Promise<ProfileItem> {
  let { profile } = caller;
  if (phoneNumber !== undefined && phoneNumber !== (profile.phoneNumber ?? ''))
    profile = await changePhone(caller, phoneNumber);
  if (username !== undefined && username !== profile.username) profile = await renameUser(caller, username);
  if (newsMails !== undefined) profile = await keep(caller.userId, { newsMails });
  return profile;
}

/** Remembers that the user was shown the first-time wizard, not an administrator as them; a repeat writes nothing. */
export async function markSetupComplete({ profile, session }: Pick<Caller, 'profile' | 'session'>): Promise<void> {
  if (!session.impersonation && !profile.hasCompletedSetup) await keep(profile.userId, { hasCompletedSetup: true });
}
