import { deleteSession, listSessions } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import { parseSessionCookie } from './open-session';

/** Ends the session of a cookie; nothing happens where there is none. */
export async function endSession(cookie: string | undefined): Promise<void> {
  const session = parseSessionCookie(cookie);
  if (!session) return;
  if (await deleteSession(session.userId, session.secretHash)) logger.info('session ended', { userId: session.userId });
}

/** Ends every session of a user, or those that began up to a time (unix seconds). Answers how many there were. */
export async function endSessionsOf(userId: string, begunUntil = Infinity): Promise<number> {
  const sessions = (await listSessions(userId)).filter((session) => session.createdAt <= begunUntil);
  await Promise.all(sessions.map((session) => deleteSession(userId, session.secretHash)));
  if (sessions.length > 0) logger.info('sessions ended', { userId, sessions: sessions.length });
  return sessions.length;
}
