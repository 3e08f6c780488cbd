import { CallError, errors } from '#shared/errors';
import { readAccount, setPassword } from '#functions/platform/cognito/accounts';
import type { Caller } from '#functions/http/caller';
import { refuseWeakPassword } from '#functions/accounts/passwords';
import { changeAndRenew, ownToken, refreshTokenOf } from './change-securely';
import { provePassword } from './prove-password';
import { sessionGone } from './own-sessions';
import { forgetBrowsers } from '#functions/sessions/known-browsers';
import { renewSession, type Renewed } from '#functions/sessions/open-session';

/** Proves the caller's password; the session continues under a new cookie and counts as recently authenticated. */
export async function confirmPassword(caller: Caller, password: string): Promise<Renewed> {
  const { refreshToken } = await provePassword(caller, password);
  const renewed = await renewSession(caller, refreshToken);
  if (!renewed) throw new CallError('NOT_SIGNED_IN');
  return renewed;
}

/** Sets a password; refuses a caller whom Cognito has disabled, deleted or signed out. */
async function set(caller: Caller, password: string): Promise<void> {
  if (refreshTokenOf(caller) !== undefined) await ownToken(caller);
  const account = await readAccount(caller.userId);
  const failure = account?.usable ? await setPassword(caller.userId, password) : 'session-gone';
  if (failure === 'weak-password')
    throw new CallError('WEAK_PASSWORD', { fields: { newPassword: errors.WEAK_PASSWORD.text } });
  if (failure) throw await sessionGone(caller);
}

/** Sets a password and ends the user's other sessions. Returns this one's new cookie; undefined if it ended. */
export async function changePassword(
  caller: Caller,
  { newPassword, browserCookie }: { newPassword: string; browserCookie: string | undefined },
): Promise<Renewed | undefined> {
  refuseWeakPassword('newPassword', newPassword, caller.profile);
  const renewed = await changeAndRenew(caller, { kind: 'password-changed' }, () => set(caller, newPassword));
  await forgetBrowsers(caller.userId, browserCookie);
  return renewed;
}
