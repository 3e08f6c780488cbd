import { enqueueInPlace, enqueueNotice, type NoticeDetails, type NoticeKind } from '../../adapters/users-table/notices';
import { logger } from '../../runtime/logger';
import { addressNotice } from './address-notice';

/** How long a notice may wait, in seconds; after a day it is dropped. */
const worthTelling = 24 * 60 * 60;
/** Notices of one kind that wait for one user; they are sent every minute, so more say nothing new. */
const waitingOfAKind = 3;

/** A notice about an account, for the outbox. */
export const accountNotice = (kind: NoticeKind, user: { userId: string; email: string }) => ({
  kind,
  ...addressNotice(user, worthTelling),
});

/**
 * Enqueues a notice for the schedule to mail. It is the last step and never fails the change that it tells of: a
 * failure is logged. Further notices of a kind are left out while three wait, so that nobody fills the outbox by
 * changing back and forth; not those of an impersonation, of which the staff are told too.
 */
export async function enqueueAccountNotice(
  kind: NoticeKind,
  user: { userId: string; email: string },
  details: NoticeDetails = {},
): Promise<void> {
  const { userId } = user;
  const notice = { ...accountNotice(kind, user), ...details };
  try {
    if (kind === 'impersonation-began') await enqueueNotice(notice);
    else if (!(await enqueueInPlace(notice, waitingOfAKind)))
      logger.warn('enough notices of a kind wait', { notice: kind, userId });
  } catch (error) {
    logger.error('a notice is lost', { notice: kind, userId, error: error as Error });
  }
}
