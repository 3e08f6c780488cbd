import { CallError } from '#shared/errors';
import { readAccount } from '#functions/platform/cognito/accounts';
import { checkPassword } from '#functions/platform/cognito/sign-in';
import type { Caller, Origin } from '#functions/http/caller';
import { enqueueAccountNotice } from '#functions/mails/enqueue-account-notice';
import { refuseWeakPassword } from '#functions/accounts/passwords';
import { changeAndRenew } from './change-securely';
import { provePassword } from './prove-password';
import { endTokens, leaveTokens } from '#functions/sessions/end-tokens';
import { forgetBrowsers } from '#functions/sessions/known-browsers';
import { renewSession, type Renewed } from '#functions/sessions/open-session';

/** Proves the caller's password; the session continues under a new cookie and counts as recently authenticated. */
export async function confirmPassword(caller: Caller, password: string, from: Origin): Promise<Renewed> {
  const { refreshToken } = await provePassword({ caller, password, field: 'password', from });
  const renewed = await renewSession(caller, refreshToken);
  if (!renewed) throw new CallError('NOT_SIGNED_IN');
  return renewed;
}

type Token = { refreshToken?: string };

/**
 * Ends all of the user's tokens after the password was changed, and signs in with the new one for the session that
 * goes on. With a second step on, a password gives no token: then that session keeps its own (decisions/sessions).
 * Nothing that fails here fails the change.
 */
async function renewTokens({ userId, profile }: Caller, password: string, present: Token): Promise<Token> {
  try {
    if ((await readAccount(userId))?.mfa) return present;
  } catch (error) {
    await leaveTokens(userId, error);
    return present;
  }
  await endTokens(userId);
  const step = await checkPassword(profile.email, password).catch(() => undefined);
  return step?.kind === 'signed-in' && step.refreshToken !== undefined ? { refreshToken: step.refreshToken } : {};
}

/**
 * Sets a new password with the current one and ends the user's other sessions; this one goes on under a new cookie.
 * Undefined if it ended meanwhile, although the password is set.
 */
export async function changePassword(
  caller: Caller,
  given: { currentPassword: string; newPassword: string; browserCookie: string | undefined },
  from: Origin,
): Promise<Renewed | undefined> {
  const { currentPassword, newPassword, browserCookie } = given;
  refuseWeakPassword('newPassword', newPassword, caller.profile);
  const proof = { caller, password: currentPassword, field: 'currentPassword', from } as const;
  const renewed = await changeAndRenew(caller, async (held) => {
    const present = await provePassword(proof, newPassword, held);
    return renewTokens(caller, newPassword, present);
  });
  await forgetBrowsers(caller.userId, browserCookie);
  await enqueueAccountNotice('password-changed', caller.profile);
  return renewed;
}
