import { addAuditRecord } from '../../adapters/audit-table/records';
import type { SessionItem } from '../../adapters/users-table/items';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';

/**
 * Records a change before an administrator makes it for a user, so that no change goes unrecorded. Whether it
 * succeeded is in the log under the same request id.
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

/** Records the end of an impersonation. If that fails, the error is logged; the session has ended anyway. */
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
