import { CallError, errors } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { readAccount, setPassword } from '#functions/platform/cognito/accounts';
import type { Failure } from '#functions/platform/cognito/failure';
import { accessTokenOf, changeOwnPassword } from '#functions/platform/cognito/own-account';
import { poolNameOf } from '#functions/platform/cognito/client';
import { checkPassword } from '#functions/platform/cognito/sign-in';
import { newSecret } from '#functions/platform/ids';
import { logger } from '#functions/platform/logger';
import type { Caller, Origin } from '#functions/http/caller';
import {
  accountOf,
  beginAttempt,
  clearLockout,
  countWrongPassword,
  lockedByCognito,
  withAttempt,
  type Attempt,
} from '#functions/limits/attempts';
import { tooManyUntil } from '#functions/limits/limits';
import { type Held, refreshTokenOf } from './change-securely';
import { sessionGone } from './sessions';

/** A password given by a signed-in user, and its field in the body. */
interface GivenPassword {
  caller: Caller;
  password: string;
  field: 'password' | 'currentPassword';
  from: Origin;
}

/** Cognito's result for a password: a refusal, or that it is right, with the session's refresh token or a new one. */
type Outcome = { failure: Failure } | { failure?: undefined; refreshToken?: string };

/** What the session has of Cognito's tokens. */
interface Tokens {
  accessToken?: string;
  refreshToken?: string;
}

/** Without a new password, no reset can come in between. */
const always: Held = () => Promise.resolve(true);

/**
 * Sets a password of a user whose current one is right, but who has no token to set it with. Cognito then does not
 * compare the current password, so a reset may have come in between. If so, it is unknown which of the two came last,
 * and a random password that nobody knows replaces both.
 */
async function setBlindly(userId: string, next: string, held: Held): Promise<Outcome> {
  if (!(await held())) return { failure: 'session-gone' };
  const failure = await setPassword(userId, next);
  if (failure) return { failure };
  if (await held().catch(() => false)) return {};
  logger.warn('a reset began while a password was set', { userId });
  await setPassword(userId, newSecret());
  return { failure: 'session-gone' };
}

/** Sets the password with the user's own token: Cognito compares the current one, so a reset in between stands. */
async function setOwn(accessToken: string, current: string, next: string): Promise<Failure | undefined> {
  const failure = await changeOwnPassword(accessToken, current, next);
  // A password that the rules refuse cannot be the current one.
  return failure === 'weak-password' && next === current ? 'wrong-credentials' : failure;
}

/**
 * Checks the password by a sign-in beside the session, which Cognito does not count by the hour. If Cognito asks for a
 * second step, the password is right. Then the next password is set, if it is another one.
 */
async function setBeside(given: GivenPassword, own: Tokens, next: string, held: Held): Promise<Outcome> {
  const { caller, password } = given;
  const step = await checkPassword(poolNameOf(caller.profile), password);
  if (step.kind === 'refused') return { failure: step.failure };
  const signedIn = step.kind === 'signed-in' ? step : undefined;
  const accessToken = own.accessToken ?? signedIn?.accessToken;
  const refreshToken = own.refreshToken ?? signedIn?.refreshToken;
  if (next !== password) {
    if (accessToken === undefined) return setBlindly(caller.userId, next, held);
    const failure = await setOwn(accessToken, password, next);
    if (failure) return { failure };
  }
  return refreshToken === undefined ? {} : { refreshToken };
}

/**
 * Checks the password, and sets the next one. A sign-in would send an SMS to a user whose second step is SMS: their
 * password is checked by `ChangePassword`, possibly to the same value, which Cognito allows 5 times an hour (decision
 * 013).
 */
async function setAnew(given: GivenPassword, next: string, held: Held): Promise<Outcome> {
  const { caller, password } = given;
  const refreshToken = refreshTokenOf(caller);
  if (refreshToken === undefined) return setBeside(given, {}, next, held);
  const [accessToken, account] = await Promise.all([
    accessTokenOf(poolNameOf(caller.profile), refreshToken),
    readAccount(caller.userId),
  ]);
  if (accessToken === undefined) return { failure: 'session-gone' };
  if (account?.mfa !== 'sms') return setBeside(given, { accessToken, refreshToken }, next, held);
  const failure = await setOwn(accessToken, password, next);
  return failure ? { failure } : { refreshToken };
}

const limited = 'パスワードの確認・変更の回数が上限に達しました。1時間ほどおいてから、もう一度お試しください。';

async function refusal(failure: Failure, attempt: Attempt, { caller, field }: GivenPassword): Promise<CallError> {
  logger.warn('password not proved', { reason: failure });
  if (failure === 'weak-password') {
    await attempt.withdrawn();
    return new CallError('WEAK_PASSWORD', { fields: { newPassword: errors.WEAK_PASSWORD.text } });
  }
  if (failure === 'session-gone') {
    await attempt.withdrawn();
    return sessionGone(caller);
  }
  if (failure === 'locked') {
    await attempt.withdrawn();
    return lockedByCognito(accountOf(caller.profile.email));
  }
  // Cognito did not look at the password, so it was neither right nor wrong.
  if (failure === 'too-many') {
    await attempt.withdrawn();
    return tooManyUntil(clock.seconds() + 60 * 60, limited);
  }
  await attempt.failed();
  await countWrongPassword(accountOf(caller.profile.email));
  const text = field === 'currentPassword' ? '現在のパスワードが正しくありません' : 'パスワードが正しくありません';
  return new CallError('WRONG_PASSWORD', { text, fields: { [field]: text } });
}

/**
 * Proves a signed-in user's password and sets `next` if that is another one; `held` says whether no reset has begun
 * since. Failures are counted for the session alone, so that no stranger's failures keep its owner out
 * (decisions/limits). Returns the session's refresh token; if it had none, the one that Cognito gave, if any.
 */
export async function provePassword(
  given: GivenPassword,
  next: string = given.password,
  held: Held = always,
): Promise<{ refreshToken?: string }> {
  const account = accountOf(given.caller.profile.email);
  const attempt = await beginAttempt('proof', given.caller.session.secretHash);
  return withAttempt(attempt, async () => {
    const outcome = await setAnew(given, next, held);
    if (outcome.failure) throw await refusal(outcome.failure, attempt, given);
    await Promise.all([attempt.succeeded(), clearLockout(account)]);
    return outcome.refreshToken === undefined ? {} : { refreshToken: outcome.refreshToken };
  });
}
