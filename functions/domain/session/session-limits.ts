import type { SessionItem } from '../../adapters/users-table/items';

/** Sessions end 30 days after they began, used or not; in seconds. */
export const sessionLifetime = 30 * 24 * 60 * 60;
/** A session in which an administrator acts for a user ends after an hour. */
export const impersonationLifetime = 60 * 60;
/** Sessions of one user at a time, over all devices. */
export const sessionsKept = 20;

/** The hashes of the sessions that have to go for a new one: the expired ones, and the oldest beyond the bound. */
export function decideEvictions(sessions: readonly SessionItem[], now: number): string[] {
  const live = sessions.filter((session) => session.expiresAt > now).toSorted((a, b) => b.createdAt - a.createdAt);
  const expired = sessions.filter((session) => session.expiresAt <= now);
  return [...expired, ...live.slice(sessionsKept - 1)].map((session) => session.secretHash);
}
