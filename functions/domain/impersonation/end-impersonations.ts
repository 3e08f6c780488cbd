import { clock } from '../../adapters/clock';
import {
  listOpenImpersonations,
  readImpersonation,
  type OpenImpersonation,
} from '../../adapters/users-table/impersonations';
import { deleteSession, listSessions } from '../../adapters/users-table/sessions';
import { auditImpersonationEnd, recordImpersonationEnd, type End } from '../session/end-sessions';
import { workUntil } from '../work-until';
import { mayGoOn } from './administrator';
import { logFailure } from '../log-failure';

/** How an impersonation ends now; undefined if it goes on. */
async function endOf(open: OpenImpersonation): Promise<End | undefined> {
  const now = clock.seconds();
  if (open.endsAt <= now) return { endedAt: open.endsAt, ending: 'expiry' };
  if (!(await mayGoOn(open))) return { endedAt: now, ending: 'administrator' };
  const sessions = await listSessions(open.userId);
  return sessions.some(({ secretHash }) => secretHash === open.secretHash)
    ? undefined
    : { endedAt: now, ending: 'interrupted' };
}

/** Ends one if it has to; returns whether it did. */
async function settle(open: OpenImpersonation): Promise<boolean> {
  const { id, userId } = open;
  const known = await readImpersonation(userId, id);
  // A call noted the end and was interrupted before the audit record; or the account was deleted.
  if (known?.endedAt !== undefined) {
    await auditImpersonationEnd(open, { endedAt: known.endedAt, ending: known.ending ?? 'interrupted' });
    return true;
  }
  const end = await endOf(open);
  if (!end) return false;
  await deleteSession(userId, open.secretHash);
  if (known) await recordImpersonationEnd(open, end);
  else await auditImpersonationEnd(open, end);
  return true;
}

/** Impersonations checked at the same time. */
const atOnce = 8;

/**
 * Records the impersonations that have expired, ends those whose administrator no longer is one, and finishes what
 * interrupted calls left, until `until` (unix milliseconds). Safe to repeat. Returns how many ended.
 */
export async function endImpersonations(until: number): Promise<{ ended: number; failed: number }> {
  const { results, failed } = await workUntil(
    { until, atOnce },
    await listOpenImpersonations(),
    settle,
    ({ id }, error) => logFailure('an impersonation could not be ended', { impersonation: id }, error),
  );
  return { ended: results.filter(Boolean).length, failed };
}
