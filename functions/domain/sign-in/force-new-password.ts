import { CallError } from '#shared/errors';
import { makeResettable } from '../../adapters/cognito/registration';
import { sendResetCode } from '../../adapters/cognito/reset';
import { newSecret } from '../../adapters/ids';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { accountOf } from '../throttle/attempts';
import { countMail } from '../throttle/messages';

/** The same sign-in again would be refused as a wrong password: only a link of the user's own asking helps. */
const notSent =
  '新しいパスワードの設定が必要ですが、メールを送信できませんでした。しばらくしてから、「パスワードをお忘れですか？」からお手続きください。';

/**
 * A user made in Cognito's console, or given a new password there, has signed in with it. Mails the link for a password
 * of their own, and returns the refusal that says so. Staff's password is over then; if no mail goes out, the user asks
 * for a link themselves. Throws TOO_MANY_ATTEMPTS while the user's mails are used up.
 */
export async function forceNewPassword(userId: string, email: string, from: Origin): Promise<CallError> {
  await countMail(accountOf(email), from.address);
  await makeResettable(userId, newSecret());
  const failure = await sendResetCode(email, 'reset');
  logger.info('a new password has to be set', { userId, ...(failure && { reason: failure }) });
  return failure ? new CallError('CODE_DELIVERY_FAILED', { text: notSent }) : new CallError('NEW_PASSWORD_REQUIRED');
}
