import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import type { Failure } from '../../adapters/cognito/failure';
import { readAccount } from '../../adapters/cognito/accounts';
import { confirmReset } from '../../adapters/cognito/reset';
import { endEpoch } from '../../adapters/users-table/epochs';
import { enqueueSessionEnding, removeSessionEnding } from '../../adapters/users-table/session-endings';
import { readPartition } from '../../adapters/users-table/read-partition';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { parseLinkToken } from '../registration/link-token';
import { refuseWeakPassword } from '../passwords/refuse-weak-password';
import { queueNotice } from '../notices/queue-notice';
import { endSessionsOf } from '../session/end-sessions';
import {
  accountOf,
  beginAttempt,
  clearFailures,
  withAttempt,
  tooManyAttempts,
  type Attempt,
} from '../throttle/attempts';

function refusal(failure: Failure): CallError {
  if (failure === 'weak-password')
    return new CallError('WEAK_PASSWORD', {
      fields: { password: 'このパスワードは使用できません。別のパスワードを入力してください。' },
    });
  if (failure === 'too-many' || failure === 'locked') return tooManyAttempts();
  return new CallError(failure === 'expired-code' ? 'LINK_EXPIRED' : 'LINK_INVALID');
}

/** A weak password uses up neither the link nor an attempt. An unknown user is left to Cognito's refusal. */
async function requireStrongPassword(userId: string, password: string, attempt: Attempt): Promise<void> {
  try {
    refuseWeakPassword('password', password, (await readAccount(userId)) ?? { email: '', username: '' });
  } catch (error) {
    if (error instanceof CallError) await attempt.withdrawn();
    throw error;
  }
}

/**
 * Sets a new password with the token of a mailed link and ends everything that rests on the old one: sessions, sign-ins
 * under way and waiting second steps. The credential epoch ends after Cognito has set the password, so that no sign-in
 * with the old one reads the new epoch (decision 039). The ending is enqueued before, so that the schedule finishes an
 * interrupted one.
 */
export async function resetPassword(token: string, password: string, from: Origin): Promise<void> {
  const link = parseLinkToken(token);
  if (!link) throw new CallError('LINK_INVALID');
  const { userId, code } = link;
  const attempt = await beginAttempt('reset', accountOf(userId), from.address);
  await withAttempt(attempt, async () => {
    await requireStrongPassword(userId, password, attempt);
    await enqueueSessionEnding(userId, clock.seconds());
    const failure = await confirmReset(userId, code, password);
    if (failure) {
      await Promise.all([
        failure === 'weak-password' ? attempt.withdrawn() : attempt.failed(),
        removeSessionEnding(userId),
      ]);
      logger.warn('reset refused', { userId, reason: failure, from: from.address });
      throw refusal(failure);
    }
    await endEpoch(userId);
    await endSessionsOf(userId);
    const { profile } = await readPartition(userId, 'ownership');
    await Promise.all([
      removeSessionEnding(userId),
      attempt.succeeded(),
      ...(profile ? [clearFailures('signin', accountOf(profile.email))] : []),
    ]);
    if (profile) await queueNotice('password-changed', profile);
    logger.info('password reset', { userId, from: from.address });
  });
}
