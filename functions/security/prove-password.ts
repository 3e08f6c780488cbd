import { CallError } from '#shared/errors';
import { readAccount } from '#functions/platform/cognito/accounts';
import type { Failure } from '#functions/platform/cognito/failure';
import { accessTokenOf, refusalOfPassword } from '#functions/platform/cognito/own-account';
import { poolNameOf } from '#functions/platform/cognito/client';
import { checkPassword } from '#functions/platform/cognito/sign-in';
import { logger } from '#functions/platform/logger';
import type { Caller } from '#functions/http/caller';
import {
  accountOf,
  clearLockout,
  countWrongPassword,
  limitedByCognito,
  lockedByCognito,
  signInSms,
  withAttempt,
  type Attempt,
} from '#functions/limits/attempts';
import { consume } from '#functions/limits/limits';
import { refreshTokenOf } from './change-securely';
import { sessionGone } from './own-sessions';

/** Cognito's result for a password: a refusal, or that it is right, with the session's refresh token or a new one. */
type Outcome = { failure: Failure } | { failure?: undefined; refreshToken: string | undefined };

/** Checks the password by a sign-in beside the session. If Cognito asks for a second step, the password is right. */
async function checkBeside(
  caller: Caller,
  password: string,
  refreshToken: string | undefined,
  sendsSms = false,
): Promise<Outcome> {
  const step = await checkPassword(poolNameOf(caller.profile), password, sendsSms);
  if (step.kind === 'refused') return { failure: step.failure };
  return { refreshToken: refreshToken ?? (step.kind === 'signed-in' ? step.refreshToken : undefined) };
}

/** Checks the password; with SMS by `ChangePassword` to the same, which sends none (decisions/sessions). */
async function check(caller: Caller, password: string): Promise<Outcome> {
  const refreshToken = refreshTokenOf(caller);
  const [accessToken, account] = await Promise.all([
    refreshToken === undefined ? undefined : accessTokenOf(poolNameOf(caller.profile), refreshToken),
    readAccount(caller.userId),
  ]);
  const isSms = account?.mfa === 'sms';
  if (refreshToken === undefined) {
    // The session began with a recovery code: without a token, only a sign-in checks the password.
    if (isSms) await consume(...signInSms(account));
    return checkBeside(caller, password, undefined, isSms);
  }
  if (accessToken === undefined) return { failure: 'session-gone' };
  if (!isSms) return checkBeside(caller, password, refreshToken);
  const failure = await refusalOfPassword(accessToken, password);
  // A password that the rules refuse cannot be the current one.
  return failure ? { failure: failure === 'weak-password' ? 'wrong-credentials' : failure } : { refreshToken };
}

const notChecked = 'パスワードを確認できませんでした。しばらくしてから、もう一度お試しください。';

async function refusal(failure: Failure, attempt: Attempt, caller: Caller): Promise<CallError> {
  logger.warn('password not proved', { reason: failure });
  // It was neither right nor wrong: Cognito did not look at it, or could not send the SMS that follows a right one.
  if (failure === 'delivery-failed') return new CallError('CODE_DELIVERY_FAILED', { text: notChecked });
  if (failure === 'session-gone') return sessionGone(caller);
  if (failure === 'locked') return lockedByCognito(accountOf(caller.profile.email));
  if (failure === 'too-many') return limitedByCognito(failure);
  await attempt.failed();
  await countWrongPassword(accountOf(caller.profile.email));
  const text = 'パスワードが正しくありません';
  return new CallError('WRONG_PASSWORD', { text, fields: { password: text } });
}

/**
 * Proves a signed-in user's password. Failures are counted for the session alone, so that no stranger's failures keep
 * its owner out (decisions/limits). Returns the session's refresh token; if it had none, the one that Cognito gave, if
 * any.
 */
export async function provePassword(caller: Caller, password: string): Promise<{ refreshToken: string | undefined }> {
  return withAttempt({ kind: 'proof', account: caller.session.secretHash }, async (attempt) => {
    const outcome = await check(caller, password);
    if (outcome.failure) throw await refusal(outcome.failure, attempt, caller);
    await Promise.all([attempt.succeeded(), clearLockout(accountOf(caller.profile.email))]);
    return { refreshToken: outcome.refreshToken };
  });
}
