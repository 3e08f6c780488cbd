import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { enqueueNotice, type NoticeKind } from '../../adapters/users-table/notices';
import { logger } from '../../runtime/logger';

/** After a day it is not worth telling any more; seconds. */
const worthTelling = 24 * 60 * 60;

/**
 * Leaves a notice for the schedule to mail. Comes last, and never undoes what it tells of: where it cannot be left,
 * the log has it.
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
