import { CallError } from '#shared/errors';
import { type NoticeDetails, type NoticeKind, addressNotice, enqueueNotice } from './notices-table';
import { logger } from '#functions/platform/logger';
import { take } from '#functions/limits/limits';

/** How long a notice may wait, in seconds; after a day it is dropped. */
const worthTelling = 24 * 60 * 60;
/** A notice about an account. */
export const accountNotice = (kind: NoticeKind, user: { userId: string; email: string }) => ({
  kind,
  ...addressNotice(user, worthTelling),
});

/**
 * Enqueues a notice to be mailed. It is the last step and never fails the change that it tells of: a failure is logged.
 * Of a kind a user gets only so many in a time, so that nobody sends mails by changing back and forth; not those of an
 * impersonation, of which the staff are told too.
 */
export async function enqueueAccountNotice(
  kind: NoticeKind,
  user: { userId: string; email: string },
  details: NoticeDetails = {},
): Promise<void> {
  const { userId } = user;
  const notice = { ...accountNotice(kind, user), ...details };
  try {
    if (kind !== 'impersonation-began') await take({ kind: 'notice', of: { receiver: `${userId}#${kind}` } });
    await enqueueNotice(notice);
  } catch (error) {
    if (error instanceof CallError) logger.warn('enough notices of a kind', { notice: kind, userId });
    else logger.error('a notice is lost', { notice: kind, userId, error: error as Error });
  }
}
