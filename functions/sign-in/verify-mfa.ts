import type { MfaMethod } from '#shared/model/account';
import type * as auth from '#shared/contract/auth';
import type { BodyOf } from '#shared/contract/call';
import { CallError } from '#shared/errors';
import { secondStepLifetime } from '#shared/constants';
import { findAccount, groupsOf } from '#functions/platform/cognito/accounts';
import type { Failure } from '#functions/platform/cognito/failure';
import { answerChallenge, type Identity } from '#functions/platform/cognito/sign-in';
import { deleteSecretItem, readSecretItem } from '#functions/platform/secret-items';
import { logger } from '#functions/platform/logger';
import type { Viewer } from '#functions/http/caller';
import { enqueueAccountNotice } from '#functions/mails/notices-table';
import { spendRecoveryCode } from '#functions/security/recovery-codes';
import { withAttempt, limitedByCognito, type Attempt } from '#functions/limits/attempts';
import { beginSession, type Begun } from '#functions/sessions/begin-session';
import { CookieSecret } from '#functions/sessions/open-session';
import { readEpoch } from '#functions/sessions/sessions-table';

/** A sign-in with a right password that waits for the code of its second step. Times are unix seconds. */
export interface ChallengeItem {
  mfaType: MfaMethod;
  userId: string;
  /** The user's credential epoch when the password was checked; the challenge is valid only in this epoch. */
  epoch: number;
  /** Cognito's name of the user; the code is sent to Cognito with it and Cognito's session. */
  username: string;
  /** Cognito's session, sealed with the secret of the challenge's cookie (decisions/sessions). */
  sealedSession: string;
  /** The key under which failures of this account are counted (hash of the e-mail address). */
  account: string;
  /** The user has signed in with this browser before: `account` is its own key, and no network is counted. */
  known?: boolean;
  /** When Cognito's session ends; also the item's TTL. */
  expiresAt: number;
}

interface SecondStep extends BodyOf<typeof auth.verifyMfa> {
  from: Viewer;
  challengeCookie: string | undefined;
  sessionCookie: string | undefined;
  browserCookie: string | undefined;
}

/** The signed-in user, and Cognito's refresh token if Cognito checked the second step. */
interface Verified {
  user: Identity;
  refreshToken?: string | undefined;
}

async function refusal(failure: Failure, attempt: Attempt): Promise<CallError> {
  if (failure === 'wrong-code' || failure === 'expired-code') {
    await attempt.failed();
    return new CallError(failure === 'wrong-code' ? 'WRONG_CODE' : 'CODE_EXPIRED');
  }
  if (failure === 'locked' || failure === 'too-many') {
    await attempt.failed();
    return limitedByCognito(failure, failure === 'locked' ? 'ACCOUNT_LOCKED' : 'TOO_MANY_ATTEMPTS');
  }
  // Cognito's session was used or has ended, or the user was disabled meanwhile: only a new sign-in helps.
  return new CallError('CHALLENGE_EXPIRED');
}

async function byCode(
  { sealedSession, ...challenge }: ChallengeItem,
  secret: CookieSecret,
  code: string,
  attempt: Attempt,
  from: Viewer,
): Promise<Verified> {
  // Cognito's codes are digits and it refuses anything else as a malformed request.
  const step = /^[0-9]{6}$/.test(code)
    ? await answerChallenge({ ...challenge, cognitoSession: secret.unseal(sealedSession) }, code)
    : ({ kind: 'refused', failure: 'wrong-code' } as const);
  if (step.kind === 'refused') {
    logger.warn('second step refused', { account: challenge.account, reason: step.failure, from: from.address });
    throw await refusal(step.failure, attempt);
  }
  if (step.kind !== 'signed-in') throw new Error('Cognito asked for a third step');
  return { user: step.identity, refreshToken: step.refreshToken };
}

/** A recovery code is the portal's own: no Cognito tokens. Code and challenge are used up before the session begins. */
async function byRecoveryCode(
  challenge: ChallengeItem,
  recoveryCode: string,
  attempt: Attempt,
  from: Viewer,
  secretHash: string,
): Promise<Verified> {
  const account = await findAccount(challenge.username);
  if (!account || !(await spendRecoveryCode(account.userId, recoveryCode))) {
    logger.warn('recovery code refused', { account: challenge.account, from: from.address });
    await attempt.failed();
    throw new CallError('WRONG_CODE', {
      text: 'リカバリーコードが正しくありません',
      fields: { recoveryCode: 'リカバリーコードが正しくありません' },
    });
  }
  if (!account.usable || !(await deleteSecretItem('CHALLENGE', secretHash)))
    throw await refusal('session-gone', attempt);
  logger.warn('recovery code used', { userId: account.userId, from: from.address });
  return { user: { ...account, groups: await groupsOf(account.userId) } };
}

/**
 * Finishes a sign-in with the code of its second step or a recovery code. A wrong code may be corrected; of two
 * concurrent right ones one signs in. Throws CHALLENGE_EXPIRED if the credentials changed since.
 */
export async function verifyMfa({
  code = '',
  recoveryCode,
  from,
  challengeCookie,
  sessionCookie,
  browserCookie,
}: SecondStep): Promise<Begun> {
  const secret = new CookieSecret(challengeCookie ?? '');
  const secretHash = secret.hash;
  const challenge =
    challengeCookie === undefined ? undefined : await readSecretItem<ChallengeItem>('CHALLENGE', secretHash);
  if (!challenge) throw new CallError('CHALLENGE_EXPIRED');
  const { userId, epoch } = challenge;
  // Checked here too, before the session's write checks it, so that no recovery code is used up in vain.
  if ((await readEpoch(userId)) !== epoch) throw new CallError('CHALLENGE_EXPIRED');
  const address = challenge.known ? undefined : from.address;
  return withAttempt({ kind: 'signin', account: challenge.account, address }, async (attempt) => {
    const { user, refreshToken } =
      recoveryCode === undefined
        ? await byCode(challenge, secret, code, attempt, from)
        : await byRecoveryCode(challenge, recoveryCode, attempt, from, secretHash);
    const begunAt = challenge.expiresAt - secondStepLifetime;
    const begun =
      user.userId === userId
        ? await beginSession({ user, epoch, begunAt, from, previousCookie: sessionCookie, refreshToken, browserCookie })
        : undefined;
    if (!begun) throw await refusal('session-gone', attempt);
    await Promise.all([attempt.succeeded(), deleteSecretItem('CHALLENGE', secretHash)]);
    if (recoveryCode !== undefined) await enqueueAccountNotice('recovery-code-used', user);
    return begun;
  });
}
