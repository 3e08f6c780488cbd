import type { Impersonation } from '#shared/model/impersonation';
import { addAuditRecord } from '../../adapters/audit-table/records';
import { clock } from '../../adapters/clock';
import { listImpersonations as readAll } from '../../adapters/users-table/impersonations';
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

/** The most that are listed. */
const most = 50;

/** The newest impersonations of a user. An impersonation without a recorded end ends when its session expires. */
export async function listImpersonations(userId: string): Promise<Impersonation[]> {
  const now = clock.seconds();
  return (await readAll(userId))
    .toSorted((left, right) => right.startedAt - left.startedAt)
    .slice(0, most)
    .map(({ id, administrator, reason, startedAt, endsAt, endedAt }) => ({
      id,
      administrator,
      reason,
      startedAt,
      endedAt: endedAt ?? (endsAt <= now ? endsAt : null),
    }));
}
