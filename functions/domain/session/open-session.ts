import { clock } from '../../adapters/clock';
import type { ranges } from '../../adapters/users-table/keys';
import { readPartition } from '../../adapters/users-table/read-partition';
import type { Caller } from '../caller';
import { CookieSecret } from './cookie-secret';

/** The session cookie: the user's id and 256 random bits, joined by a dot. Only the hash of the bits is kept. */
const cookiePattern = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** The value of the session cookie for a user's session secret. */
export const sessionCookieValue = (userId: string, secret: CookieSecret): string => secret.toCookie(`${userId}.`);

/** User id and secret of a session cookie; undefined if it has another form. */
export function parseSessionCookie(cookie: string | undefined): { userId: string; secret: CookieSecret } | undefined {
  const [, userId, secret] = cookiePattern.exec(cookie ?? '') ?? [];
  return userId && secret ? { userId, secret: new CookieSecret(secret) } : undefined;
}

/**
 * The caller of a session cookie, read in one DynamoDB query; undefined if the session is not live. A session of an
 * older credential epoch is not live (decision 039).
 */
export async function openSession(cookie: string | undefined, reach: keyof typeof ranges): Promise<Caller | undefined> {
  const parsed = parseSessionCookie(cookie);
  if (!parsed) return undefined;
  const { profile, sessions, shops, snapshots } = await readPartition(parsed.userId, reach);
  const epoch = profile?.epoch ?? 0;
  const live = sessions.filter((one) => one.expiresAt > clock.seconds() && (one.epoch ?? 0) === epoch);
  const { userId, secret } = parsed;
  const secretHash = secret.hash;
  const session = live.find((one) => one.secretHash === secretHash);
  if (!profile || !session) return undefined;
  return { userId, profile, session, secret, sessions: live, shops, snapshots };
}
