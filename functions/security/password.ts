import { CallError, errors } from '#shared/errors';
import { type Account, readAccount, setPassword } from '#functions/platform/cognito/accounts';
import type { TakenLease } from '#functions/platform/leases';
import { poolNameOf } from '#functions/platform/cognito/client';
import { accessTokenOf } from '#functions/platform/cognito/own-account';
import { checkPassword } from '#functions/platform/cognito/sign-in';
import { newSecret } from '#functions/platform/crypto';
import { logger } from '#functions/platform/logger';
import type { Caller } from '#functions/http/caller';
import { refuseWeakPassword } from '#functions/accounts/passwords';
import { changeAndRenew, refreshTokenOf } from './change-securely';
import { provePassword } from './prove-password';
import { sessionGone } from './sessions';
import { endTokens } from '#functions/sessions/end-sessions';
import { forgetBrowsers } from '#functions/sessions/known-browsers';
import { renewSession, type Renewed } from '#functions/sessions/open-session';

/** Proves the caller's password; the session continues under a new cookie and counts as recently authenticated. */
export async function confirmPassword(caller: Caller, password: string): Promise<Renewed> {
  const { refreshToken } = await provePassword(caller, password);
  const renewed = await renewSession(caller, refreshToken);
  if (!renewed) throw new CallError('NOT_SIGNED_IN');
  return renewed;
}

/** The caller's account; refuses a caller whom Cognito has disabled, deleted or signed out. */
async function requireAccount(caller: Caller): Promise<Account> {
  const token = refreshTokenOf(caller);
  const [account, accessToken] = await Promise.all([
    readAccount(caller.userId),
    token === undefined ? undefined : accessTokenOf(poolNameOf(caller.profile), token),
  ]);
  if (!account?.usable || (token !== undefined && accessToken === undefined)) throw await sessionGone(caller);
  return account;
}

/** Sets a password. If a reset came in between, its order is unknown: a random password replaces both. */
async function setUnlessReset(caller: Caller, password: string, isOurs: TakenLease['isOurs']): Promise<void> {
  const { userId } = caller;
  if (!(await isOurs())) throw await sessionGone(caller);
  const failure = await setPassword(userId, password);
  if (failure === 'weak-password')
    throw new CallError('WEAK_PASSWORD', { fields: { newPassword: errors.WEAK_PASSWORD.text } });
  if (failure) throw await sessionGone(caller);
  if (await isOurs().catch(() => false)) return;
  logger.warn('a reset began while a password was set', { userId });
  await setPassword(userId, newSecret());
  throw await sessionGone(caller);
}

/**
 * Ends all of the user's tokens after the password was changed, and signs in with the new one for the session that
 * goes on. With a second step on, a password gives no token: then that session keeps its own (decisions/sessions).
 * Nothing that fails here fails the change.
 */
async function renewTokens(caller: Caller, { mfa }: Account, password: string): Promise<string | undefined> {
  if (mfa) return refreshTokenOf(caller);
  await endTokens(caller.userId);
  const step = await checkPassword(poolNameOf(caller.profile), password).catch(() => undefined);
  return step?.kind === 'signed-in' ? step.refreshToken : undefined;
}

/** Sets a password and ends the user's other sessions. Returns this one's new cookie; undefined if it ended. */
export async function changePassword(
  caller: Caller,
  { newPassword, browserCookie }: { newPassword: string; browserCookie: string | undefined },
): Promise<Renewed | undefined> {
  refuseWeakPassword('newPassword', newPassword, caller.profile);
  const renewed = await changeAndRenew(caller, { kind: 'password-changed' }, async (isOurs) => {
    const account = await requireAccount(caller);
    await setUnlessReset(caller, newPassword, isOurs);
    return renewTokens(caller, account, newPassword);
  });
  await forgetBrowsers(caller.userId, browserCookie);
  return renewed;
}
