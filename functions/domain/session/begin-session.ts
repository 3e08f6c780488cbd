import { toJapanesePhone } from '#shared/model/phone';
import { clock } from '../../adapters/clock';
import { hash, newSecret } from '../../adapters/ids';
import type { SessionItem } from '../../adapters/users-table/items';
import { recordSignIn } from '../../adapters/users-table/profiles';
import { deleteSession, listSessions, putSession } from '../../adapters/users-table/sessions';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { impersonationLifetime, decideEvictions, sessionLifetime } from './session-limits';
import { endSessionOfCookie } from './end-sessions';
import { sessionCookieValue } from './open-session';

/** The user whose session begins, as Cognito has them. */
export interface SignedIn {
  userId: string;
  email: string;
  username: string;
  /** E.164. */
  phoneNumber?: string;
  groups: string[];
}

export interface Beginning {
  user: SignedIn;
  from: Origin;
  /** The session cookie that came with the request; that session ends. */
  previousCookie: string | undefined;
  refreshToken?: string | undefined;
  /** Present if an administrator impersonates the user. */
  impersonation?: SessionItem['impersonation'];
}

/** Begins a new session, never continues an old one (ASVS 5.0 7.2.4). Returns the value of its cookie. */
export async function beginSession({
  user,
  from,
  previousCookie,
  refreshToken,
  impersonation,
}: Beginning): Promise<string> {
  const now = clock.seconds();
  const secret = newSecret();
  const phoneNumber = user.phoneNumber === undefined ? undefined : toJapanesePhone(user.phoneNumber);
  const { userId, email, username, groups } = user;
  const [earlier] = await Promise.all([
    listSessions(userId),
    recordSignIn({ userId, email, username, groups, ...(phoneNumber !== undefined && { phoneNumber }) }, now),
    putSession(userId, {
      secretHash: hash(secret),
      createdAt: now,
      // An administrator has not proven the user's password.
      provedAt: impersonation ? 0 : now,
      expiresAt: now + (impersonation ? impersonationLifetime : sessionLifetime),
      userAgent: from.userAgent.slice(0, 300),
      address: from.address,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(impersonation && { impersonation }),
    }),
  ]);
  // An impersonation evicts no session of the user.
  const others = impersonation ? [] : earlier.filter((session) => session.secretHash !== hash(secret));
  await Promise.all([
    ...decideEvictions(others, now).map((secretHash) => deleteSession(userId, secretHash)),
    endSessionOfCookie(previousCookie),
  ]);
  logger.info('signed in', {
    userId,
    from: from.address,
    ...(impersonation && { impersonation: impersonation.id, by: impersonation.by }),
  });
  return sessionCookieValue(userId, secret);
}
