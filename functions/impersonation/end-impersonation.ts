import { clock } from '#functions/platform/clock';
import { readImpersonation } from './impersonations-table';
import { deleteSession, listSessions } from '#functions/sessions/sessions-table';
import { defineWorker } from '#functions/platform/worker';
import {
  auditImpersonationEnd,
  endImpersonation,
  nextLookAt,
  recordImpersonationEnd,
  type End,
  type OpenImpersonation,
} from '#functions/sessions/end-sessions';
import { mayGoOn } from './impersonations';

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

/**
 * Records an impersonation that has expired, ends one whose administrator no longer is one, and finishes what an
 * interrupted call left; one that goes on is looked at again.
 */
async function settle(open: OpenImpersonation): Promise<void> {
  const { id, userId } = open;
  const known = await readImpersonation(userId, id);
  // A call noted the end and was interrupted before the audit record; or the account was deleted.
  if (known?.endedAt !== undefined)
    return auditImpersonationEnd(open, { endedAt: known.endedAt, ending: known.ending ?? 'interrupted' });
  const end = await endOf(open);
  if (!end) return endImpersonation.enqueue(open, { id, notBefore: nextLookAt(open.endsAt) });
  await deleteSession(userId, open.secretHash);
  await (known ? recordImpersonationEnd(open, end) : auditImpersonationEnd(open, end));
}

export const impersonationWorkers = [
  defineWorker(endImpersonation, settle, 'The first end counts, and its audit record is written once.'),
];
