import { CallError, type ErrorCode } from '#shared/errors';
import type { Failure } from '#functions/platform/cognito/failure';
import type { Caller } from '#functions/http/caller';
import { limitedByCognito, type Attempt } from '#functions/limits/attempts';
import { sessionGone } from './own-sessions';

/** What says nothing about a code, so that it does not count as an attempt. */
const besides: Partial<Record<Failure, ErrorCode>> = {
  taken: 'EMAIL_TAKEN',
  'no-authenticator': 'MFA_SETUP_NOT_FOUND',
};

/** The refusal of a code that proves an address, a number or an app of the caller's. */
export async function codeRefused(failure: Failure, attempt: Attempt, caller: Caller): Promise<CallError> {
  const beside = besides[failure];
  if (beside) return new CallError(beside);
  if (failure === 'session-gone') return sessionGone(caller);
  await attempt.failed();
  if (failure === 'locked' || failure === 'too-many') return limitedByCognito(failure);
  return new CallError(failure === 'expired-code' ? 'CODE_EXPIRED' : 'WRONG_CODE');
}

/** The refusal of a code that Cognito did not send to the caller. */
export async function codeNotSent(failure: Failure, caller: Caller): Promise<CallError> {
  if (failure === 'session-gone') return sessionGone(caller);
  if (failure === 'too-many') return limitedByCognito(failure);
  return new CallError('CODE_DELIVERY_FAILED', { cause: new Error(failure) });
}
