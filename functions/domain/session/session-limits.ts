import type { SessionItem } from '../../adapters/users-table/items';

/** Sessions end 30 days after they began, used or not (seconds). */
export const sessionLifetime = 30 * 24 * 60 * 60;
/** A browser is known for 180 days after its last sign-in (seconds). */
export const browserLifetime = 180 * 24 * 60 * 60;
/** Sessions end after 14 days without use (seconds). */
const idleLifetime = 14 * 24 * 60 * 60;

/** When a session ends that is not used again after `seenAt`. Times are unix seconds. */
export const endOf = (createdAt: number, seenAt: number): number =>
  Math.min(createdAt + sessionLifetime, seenAt + idleLifetime);

/** An impersonation ends after an hour (seconds). */
export const impersonationLifetime = 60 * 60;
/** Sessions of one user at the same time, over all devices. */
export const sessionsKept = 20;

/**
 * Hashes of the sessions to delete for a new one: the expired ones, and the oldest beyond the limit. `now` in unix
 * seconds.
 */
export function decideEvictions(sessions: readonly SessionItem[], now: number): string[] {
  const live = sessions.filter((session) => session.expiresAt > now).toSorted((a, b) => b.createdAt - a.createdAt);
  const expired = sessions.filter((session) => session.expiresAt <= now);
  return [...expired, ...live.slice(sessionsKept - 1)].map((session) => session.secretHash);
}
