import { clock } from '#functions/platform/clock';
import { closeImpersonation } from '#functions/impersonation/impersonations-table';
import { addAuditRecord, type ImpersonationEnd } from '#functions/platform/audit-record';
import type { SessionItem } from '#functions/platform/users-table';
import { deleteSession, listSessions } from './sessions-table';
import type { Viewer } from '#functions/http/caller';
import { parseSessionCookie } from './open-session';
import { logger } from '#functions/platform/logger';

/** Records for its user and in the audit record that an impersonation has ended now, before its time. */
async function recordEnd(
  { userId, by, id }: { userId: string; by: string; id: string },
  ending: ImpersonationEnd,
  from: Viewer = { address: '-', userAgent: '-' },
): Promise<void> {
  try {
    await Promise.all([
      closeImpersonation(userId, id, clock.seconds()),
      addAuditRecord({ event: 'impersonation-ended', userId, by, session: id, ending, ...from }),
    ]);
  } catch (error) {
    logger.error('the end of an impersonation is not recorded', { userId, impersonation: id, error });
  }
}

/** Ends a session, as every end does, and returns it. */
export async function endSession(
  userId: string,
  secretHash: string,
  ending: ImpersonationEnd,
  from?: Viewer,
): Promise<SessionItem | undefined> {
  const ended = await deleteSession(userId, secretHash);
  if (ended?.impersonation && ended.expiresAt > clock.seconds())
    await recordEnd({ userId, ...ended.impersonation }, ending, from);
  return ended;
}

/** Ends the sessions of a user, impersonations included: all, or those that are `meant`. Returns how many. */
export async function endSessionsOf(
  userId: string,
  ending: ImpersonationEnd,
  meant: (session: SessionItem) => boolean = () => true,
): Promise<number> {
  const sessions = (await listSessions(userId)).filter(meant);
  await Promise.all(sessions.map((session) => endSession(userId, session.secretHash, ending)));
  if (sessions.length > 0) logger.info('sessions ended', { userId, sessions: sessions.length });
  return sessions.length;
}

/** Ends the session of a cookie. */
export async function endSessionOfCookie(
  cookie: string | undefined,
  ending: ImpersonationEnd,
  from: Viewer,
): Promise<void> {
  const named = parseSessionCookie(cookie);
  const ended = named && (await endSession(named.userId, named.secret.hash, ending, from));
  if (ended) logger.info('session ended', { userId: named.userId });
}
