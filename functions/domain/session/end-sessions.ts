import { clock } from '../../adapters/clock';
import type { Ending } from '../../adapters/users-table/impersonations';
import type { SessionItem } from '../../adapters/users-table/items';
import { deleteSession, listSessions } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { recordImpersonationEnd } from './record-impersonation-end';

/**
 * Ends a session by the hash of its secret and returns it; undefined if there is none. Every end of a session comes
 * through here, so that the end of an impersonation is recorded, whatever ends it. If that fails, the schedule records
 * it.
 */
export async function endSession(
  userId: string,
  secretHash: string,
  ending: Ending,
  from?: Origin,
): Promise<SessionItem | undefined> {
  const ended = await deleteSession(userId, secretHash);
  if (!ended?.impersonation) return ended;
  const { impersonation, expiresAt } = ended;
  const end =
    expiresAt <= clock.seconds()
      ? ({ endedAt: expiresAt, ending: 'expiry' } as const)
      : { endedAt: clock.seconds(), ending, from };
  await recordImpersonationEnd({ userId, ...impersonation }, end).catch((error: unknown) => {
    const { id } = impersonation;
    logger.error('the end of an impersonation is not recorded yet', {
      userId,
      impersonation: id,
      error: error as Error,
    });
  });
  return ended;
}

/** Ends every session of a user but one, if one is given; impersonations included. Returns how many. */
export async function endSessionsBut(userId: string, keptHash: string | undefined, ending: Ending): Promise<number> {
  const others = (await listSessions(userId)).filter((session) => session.secretHash !== keptHash);
  await Promise.all(others.map((session) => endSession(userId, session.secretHash, ending)));
  if (others.length > 0) logger.info('other sessions ended', { userId, sessions: others.length });
  return others.length;
}

/** Ends every session of a user, or those that began up to a time (unix seconds). Returns how many. */
export async function endSessionsOf(userId: string, ending: Ending, begunUntil = Infinity): Promise<number> {
  const sessions = (await listSessions(userId)).filter((session) => session.createdAt <= begunUntil);
  await Promise.all(sessions.map((session) => endSession(userId, session.secretHash, ending)));
  if (sessions.length > 0) logger.info('sessions ended', { userId, sessions: sessions.length });
  return sessions.length;
}
