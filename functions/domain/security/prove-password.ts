import { CallError } from '#shared/errors';
import { setPassword } from '../../adapters/cognito/accounts';
import type { Failure } from '../../adapters/cognito/failure';
import { accessTokenOf, changeOwnPassword } from '../../adapters/cognito/own-account';
import { checkPassword } from '../../adapters/cognito/sign-in';
import { deleteSession } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';
import { checkLockout, clearLockout, countWrongPassword } from '../throttle/lockout';
import { accountOf, beginAttempt, withAttempt, tooManyAttempts, type Attempt } from '../throttle/attempts';

/** A password that a signed-in user gives, and the field of the body that it stands in. */
export interface GivenPassword {
  caller: Caller;
  password: string;
  field: 'password' | 'currentPassword';
  from: Origin;
}

/** What Cognito said to a password: a refusal, or right with a refresh token where there was none before. */
type Outcome = { failure: Failure } | { failure?: undefined; refreshToken?: string };

/**
 * The password of a session without Cognito's tokens: a sign-in beside it. An asked second step means that the
 * password is right.
 */
async function signInBeside(email: string, password: string): Promise<Outcome> {
  const step = await checkPassword(email, password);
  if (step.kind === 'refused') return { failure: step.failure };
  return step.kind === 'signed-in' && step.refreshToken !== undefined ? { refreshToken: step.refreshToken } : {};
}

/**
 * With tokens the password is set to what it is: Cognito checks the current one and sends nobody an SMS
 * (docs/decisions/013).
 */
async function setAnew({ caller, password }: GivenPassword, next: string): Promise<Outcome> {
  const { refreshToken } = caller.session;
  if (refreshToken === undefined) {
    const outcome = await signInBeside(caller.profile.email, password);
    const failure = outcome.failure ?? (next === password ? undefined : await setPassword(caller.userId, next));
    return failure ? { failure } : outcome;
  }
  const accessToken = await accessTokenOf(refreshToken);
  if (accessToken === undefined) return { failure: 'session-gone' };
  const failure = await changeOwnPassword(accessToken, password, next);
  // What the rules refuse now cannot be the password that is set.
  return failure ? { failure: failure === 'weak-password' && next === password ? 'wrong-credentials' : failure } : {};
}

async function refusal(failure: Failure, attempt: Attempt, { caller, field }: GivenPassword): Promise<CallError> {
  logger.warn('password not proved', { reason: failure });
  if (failure === 'weak-password') {
    await attempt.withdrawn();
    return new CallError('WEAK_PASSWORD', {
      fields: { newPassword: 'このパスワードは使用できません。別のパスワードを入力してください。' },
    });
  }
  if (failure === 'session-gone') {
    await Promise.all([attempt.withdrawn(), deleteSession(caller.userId, caller.session.secretHash)]);
    return new CallError('NOT_SIGNED_IN');
  }
  await attempt.failed();
  if (failure === 'locked' || failure === 'too-many') return tooManyAttempts('ACCOUNT_LOCKED');
  await countWrongPassword(accountOf(caller.profile.email));
  const text = field === 'currentPassword' ? '現在のパスワードが正しくありません' : 'パスワードが正しくありません';
  return new CallError('WRONG_PASSWORD', { text, fields: { [field]: text } });
}

/**
 * Proves a signed-in user's password and sets `next`, where it is another. Failures count with those of signing in,
 * so that a stolen session is no way to guess. Answers a refresh token where the session had none and Cognito gave
 * one.
 */
export async function provePassword(
  given: GivenPassword,
  next: string = given.password,
): Promise<{ refreshToken?: string }> {
  const account = accountOf(given.caller.profile.email);
  const attempt = await beginAttempt('signin', account, given.from.address);
  return withAttempt(attempt, async () => {
    await checkLockout(account).catch(async (error: unknown) => {
      if (error instanceof CallError) await attempt.failed();
      throw error;
    });
    const outcome = await setAnew(given, next);
    if (outcome.failure) throw await refusal(outcome.failure, attempt, given);
    await Promise.all([attempt.succeeded(), clearLockout(account)]);
    return outcome.refreshToken === undefined ? {} : { refreshToken: outcome.refreshToken };
  });
}
