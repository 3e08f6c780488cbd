import { addAuditRecordOnce } from '../../adapters/audit-table/records';
import { closeImpersonation, removeOpenImpersonation, type Ending } from '../../adapters/users-table/impersonations';
import type { Origin } from '../caller';

/** An ended impersonation: of whom, by whom, its id in the audit records. */
export interface EndedImpersonation {
  userId: string;
  by: string;
  id: string;
}

/** When (unix seconds), how, and from where if a request ended it. */
export interface End {
  endedAt: number;
  ending: Ending;
  from?: Origin | undefined;
}

/** Adds the end to the audit record, and tells the schedule that nothing is left to do. Safe to repeat. */
export async function auditImpersonationEnd({ userId, by, id }: EndedImpersonation, end: End): Promise<void> {
  const { endedAt, ending, from = { address: '-', userAgent: '-' } } = end;
  const record = { event: 'impersonation-ended', userId, by, session: id, ending, ...from } as const;
  await addAuditRecordOnce(record, endedAt, id);
  await removeOpenImpersonation(id);
}

/**
 * Records the end of an impersonation for its user and in the audit record. If there are several ends, the first
 * counts.
 */
export async function recordImpersonationEnd(ended: EndedImpersonation, end: End): Promise<void> {
  const { endedAt, ending } = end;
  if (await closeImpersonation(ended.userId, ended.id, { endedAt, ending })) await auditImpersonationEnd(ended, end);
}
