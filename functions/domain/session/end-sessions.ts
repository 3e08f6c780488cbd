import type { SessionItem } from '../../adapters/users-table/items';
import { deleteSession, listSessions } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import { parseSessionCookie } from './open-session';

/** Ends the session of a cookie and returns it; undefined if there is none. */
export async function endSessionOfCookie(
  cookie: string | undefined,
): Promise<(SessionItem & { userId: string }) | undefined> {
  const named = parseSessionCookie(cookie);
  const ended = named && (await deleteSession(named.userId, named.secret.hash));
  if (!ended) return undefined;
  logger.info('session ended', { userId: named.userId });
  return { ...ended, userId: named.userId };
}

/** Ends every session of a user but one, impersonations included. Returns how many. */
export async function endOtherSessions(userId: string, keptHash: string): Promise<number> {
  const others = (await listSessions(userId)).filter((session) => session.secretHash !== keptHash);
  await Promise.all(others.map((session) => deleteSession(userId, session.secretHash)));
  if (others.length > 0) logger.info('other sessions ended', { userId, sessions: others.length });
  return others.length;
}

/** Ends every session of a user, or those that began up to a time (unix seconds). Returns how many. */
export async function endSessionsOf(userId: string, begunUntil = Infinity): Promise<number> {
  const sessions = (await listSessions(userId)).filter((session) => session.createdAt <= begunUntil);
  await Promise.all(sessions.map((session) => deleteSession(userId, session.secretHash)));
  if (sessions.length > 0) logger.info('sessions ended', { userId, sessions: sessions.length });
  return sessions.length;
}
