import { CallError } from '#shared/errors';
import { confirmSignUp } from '../../adapters/cognito/registration';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { accountOf, beginAttempt, limitedByCognito, withAttempt } from '../throttle/attempts';
import { adopt, ownRegistration } from './adopt-registration';
import { parseLinkToken } from './link-token';

/**
 * Confirms a registration by the token of its mailed link; does not sign in. Refuses with LINK_INVALID or LINK_EXPIRED.
 */
export async function verifyEmail(token: string, from: Origin, registrationCookie: string | undefined): Promise<void> {
  const link = parseLinkToken(token);
  if (!link) throw new CallError('LINK_INVALID');
  const { userId, code } = link;
  const attempt = await beginAttempt('confirm', accountOf(userId), from.address);
  await withAttempt(attempt, async () => {
    const failure = await confirmSignUp(userId, code);
    if (failure) {
      await attempt.failed();
      logger.warn('registration link refused', { userId, reason: failure, from: from.address });
      throw failure === 'too-many'
        ? limitedByCognito(failure)
        : new CallError(failure === 'expired-code' ? 'LINK_EXPIRED' : 'LINK_INVALID');
    }
    const own = await ownRegistration(registrationCookie);
    if (own?.item.sealedPassword !== undefined) await adopt(own, userId);
    await attempt.succeeded();
    logger.info('registration confirmed', { userId });
  });
}
