import { addAuditRecord } from '../../adapters/audit-table/records';
import type { SessionItem } from '../../adapters/users-table/items';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';

/**
 * Records a change that an administrator is about to make for a user: before it is made, so that none is made without
 * a record. Whether it went through stands in the log under the same request id.
 */
export async function recordImpersonatedChange(
  caller: Caller,
  what: { call: string; path: string; requestId: string },
  from: Origin,
): Promise<void> {
  const { impersonation } = caller.session;
  if (impersonation)
    await addAuditRecord({
      event: 'impersonation-change',
      userId: caller.userId,
      by: impersonation.by,
      session: impersonation.id,
      ...from,
      ...what,
    });
}

/** Records the end of a session in which an administrator acted; it has ended whether or not that can be written. */
export async function recordImpersonationEnd(ended: SessionItem & { userId: string }, from: Origin): Promise<void> {
  const { impersonation, userId } = ended;
  if (!impersonation) return;
  await addAuditRecord({
    event: 'impersonation-ended',
    userId,
    by: impersonation.by,
    session: impersonation.id,
    ...from,
  }).catch((error: unknown) => {
    logger.error('the end of an impersonated session is not recorded', {
      userId,
      impersonation: impersonation.id,
      error: error as Error,
    });
  });
}
