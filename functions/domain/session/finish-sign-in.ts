import { CallError } from '../../../shared/errors';
import { clock } from '../../adapters/clock';
import type { Failure } from '../../adapters/cognito/failure';
import { answerChallenge } from '../../adapters/cognito/sign-in';
import { hash } from '../../adapters/ids';
import { deleteChallenge, readChallenge } from '../../adapters/users-table/challenges';
import { logger } from '../../runtime/logger';
import type { Origin } from '../../runtime/request';
import { beginTry, clearSendings, during, heldBack, type Try } from '../throttle/tries';
import { beginSession } from './begin-session';

export interface SecondStep {
  /** One of the two. */
  code?: string | undefined;
  recoveryCode?: string | undefined;
  from: Origin;
  challengeCookie: string | undefined;
  sessionCookie: string | undefined;
}

async function refusal(failure: Failure, one: Try): Promise<CallError> {
  if (failure === 'wrong-code' || failure === 'expired-code') {
    await one.failed();
    return new CallError(failure === 'wrong-code' ? 'WRONG_CODE' : 'CODE_EXPIRED');
  }
  if (failure === 'locked' || failure === 'too-many') {
    await one.failed();
    return heldBack(failure === 'locked' ? 'ACCOUNT_LOCKED' : 'TOO_MANY_ATTEMPTS');
  }
  // Cognito's session was used or has ended, or the user was disabled meanwhile: only a new sign-in helps.
  await one.withdrawn();
  return new CallError('CHALLENGE_EXPIRED');
}

/**
 * Finishes a sign-in with the code of its second step and answers the session cookie's value. A wrong code may be corrected
 * while the challenge lasts and tries are left; a right one uses Cognito's session up, so that of two at once one signs in.
 */
export async function finishSignIn({ code = '', from, challengeCookie, sessionCookie }: SecondStep): Promise<string> {
  const secretHash = hash(challengeCookie ?? '');
  const challenge = challengeCookie === undefined ? undefined : await readChallenge(secretHash);
  if (!challenge || challenge.expiresAt <= clock.seconds()) throw new CallError('CHALLENGE_EXPIRED');
  const one = await beginTry('signin', challenge.account, from.address);
  return during(one, async () => {
    // Cognito's codes are digits and it refuses anything else as a malformed request.
    const step = /^[0-9]{6}$/.test(code) ? await answerChallenge(challenge, code) : ({ kind: 'refused', failure: 'wrong-code' } as const);
    if (step.kind === 'refused') {
      logger.warn('second step refused', { account: challenge.account, reason: step.failure, from: from.address });
      throw await refusal(step.failure, one);
    }
    if (step.kind === 'challenge') throw new Error('Cognito asked for a third step');
    const cookie = await beginSession({ user: step.identity, from, previousCookie: sessionCookie, refreshToken: step.refreshToken });
    await Promise.all([one.succeeded(), clearSendings('sms', challenge.account), deleteChallenge(secretHash)]);
    return cookie;
  });
}
