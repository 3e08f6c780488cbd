import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { enqueueNotice, type NoticeKind } from '../../adapters/users-table/notices';
import { logger } from '../../runtime/logger';

/** How long a notice may wait, in seconds; after a day it is dropped. */
const worthTelling = 24 * 60 * 60;

/**
 * Enqueues a notice for the schedule to mail. It is the last step and never fails the change that it tells of: a
 * failure is logged.
 */
export async function queueNotice(kind: NoticeKind, user: { userId: string; email: string }): Promise<void> {
  const at = clock.seconds();
  await enqueueNotice({
    id: newId(),
    kind,
    userId: user.userId,
    to: user.email,
    at,
    expiresAt: at + worthTelling,
  }).catch((error: unknown) => {
    logger.error('a notice is lost', { notice: kind, userId: user.userId, error: error as Error });
  });
}
