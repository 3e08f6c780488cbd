import { addAuditRecord } from '../../adapters/audit-table/records';
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
