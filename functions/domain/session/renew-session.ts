import { clock } from '../../adapters/clock';
import type { endEpochReplacing } from '../../adapters/users-table/epochs';
import { replaceSession } from '../../adapters/users-table/sessions';
import type { Caller } from '../caller';
import { CookieSecret } from './cookie-secret';
import { sessionCookieValue } from './open-session';
import { endOf, sessionLifetime } from './session-limits';

/** A session under its new cookie. */
export interface Renewed {
  cookie: string;
  secretHash: string;
  /** Seconds that the session has left at most. */
  maxAge: number;
}

/**
 * Continues a session under a new secret after its password was proven (ASVS 5.0 7.2.4); its lifetime stays the same.
 * `refreshToken` is sealed with the new secret; without one the session continues without Cognito's tokens. Undefined
 * if the session has ended, or another call has renewed it meanwhile. `replace` writes the session; {@link
 * endEpochReplacing} also ends the user's other sessions and challenges.
 */
export async function renewSession(
  caller: Caller,
  refreshToken: string | undefined,
  replace: typeof replaceSession | typeof endEpochReplacing = replaceSession,
): Promise<Renewed | undefined> {
  const { session, userId } = caller;
  const now = clock.seconds();
  const secret = CookieSecret.make();
  const secretHash = secret.hash;
  const { sealedToken: _old, ...kept } = session;
  const sealedToken = refreshToken === undefined ? undefined : secret.seal(refreshToken);
  const { createdAt } = session;
  const times = { provedAt: now, lastSeenAt: now, expiresAt: endOf(createdAt, now) };
  const next = { ...kept, ...times, secretHash, ...(sealedToken !== undefined && { sealedToken }) };
  if (!(await replace(userId, session.secretHash, next))) return undefined;
  return { cookie: sessionCookieValue(userId, secret), secretHash, maxAge: createdAt + sessionLifetime - now };
}
