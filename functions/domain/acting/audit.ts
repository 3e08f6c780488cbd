import { addAuditRecord } from '../../adapters/audit-table/records';
import type { SessionItem } from '../../adapters/users-table/items';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../../runtime/request';

/**
 * Records a change that an administrator is about to make for a user: before it is made, so that none is made without
 * a record. Whether it went through stands in the log under the same request id.
 */
export async function recordActing(
  caller: Caller,
  what: { call: string; path: string; requestId: string },
  from: Origin,
): Promise<void> {
  const { acting } = caller.session;
  if (acting)
    await addAuditRecord({
      event: 'acting-change',
      userId: caller.userId,
      by: acting.by,
      session: acting.id,
      ...from,
      ...what,
    });
}

/** Records the end of a session in which an administrator acted; it has ended whether or not that can be written. */
export async function recordActingEnd(ended: SessionItem & { userId: string }, from: Origin): Promise<void> {
  const { acting, userId } = ended;
  if (!acting) return;
  await addAuditRecord({ event: 'acting-ended', userId, by: acting.by, session: acting.id, ...from }).catch(
    (error: unknown) => {
      logger.error('the end of an acting session is not recorded', {
        userId,
        acting: acting.id,
        error: error as Error,
      });
    },
  );
}
