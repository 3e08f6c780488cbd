import { resendConfirmation } from '../../adapters/cognito/registration';
import { sendResetCode } from '../../adapters/cognito/reset';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { accountOf } from '../throttle/attempts';
import { countMail } from '../throttle/sendings';
import { inSteadyTime } from '../throttle/steady-time';

/**
 * Has a link for a new password mailed; response, effort and time are the same for every address. A user who never
 * confirmed their registration gets that mail again, because a new password alone would not let them in: Cognito is
 * asked for both and sends the one that fits.
 */
export async function requestReset(email: string, from: Origin): Promise<void> {
  await countMail(accountOf(email), from.address);
  await inSteadyTime(async () => {
    const [reset, confirmation] = await Promise.all([sendResetCode(email, 'reset'), resendConfirmation(email)]);
    logger.info('reset requested', {
      account: accountOf(email),
      ...(reset && { reset }),
      ...(confirmation && { confirmation }),
    });
  });
}
