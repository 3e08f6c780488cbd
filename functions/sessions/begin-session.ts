import { toJapanesePhone } from '#shared/model/phone';
import { clock } from '#functions/platform/clock';
import type { Identity } from '#functions/platform/cognito/sign-in';
import { readUser, type SessionItem } from '#functions/platform/users-table';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { finishEmailChange } from '#functions/accounts/profiles-table';
import { decideEvictions, endOf, impersonationLifetime, putFirstSession } from './sessions-table';
import { logger } from '#functions/platform/logger';
import type { Viewer } from '#functions/http/caller';
import { CookieSecret, sessionCookieValue } from './open-session';
import { endSessionOfCookie, endSession } from './end-sessions';
import { rememberBrowser } from './known-browsers';

interface Beginning {
  user: Identity;
  /** The user's credential epoch, read before their credentials were checked. */
  epoch: number;
  /** When the sign-in began, in unix seconds. Default: now. */
  begunAt?: number;
  from: Viewer;
  /** The session cookie that came with the request; that session ends. */
  previousCookie: string | undefined;
  refreshToken?: string | undefined;
  /** The cookie by which its browser may be known, which the user of an impersonation does not use. */
  browserCookie?: string | undefined;
  /** Present if an administrator impersonates the user; `writes` belong to the transaction that writes the session. */
  impersonation?: NonNullable<SessionItem['impersonation']> & { writes: readonly Write[] };
}

/** A session that has begun: its cookie, and the one by which its browser is known from now on. */
export interface Begun {
  cookie: string;
  browser: string | undefined;
}

/** Begins a new session (ASVS 5.0 7.2.4), and knows its browser. Undefined if `epoch` is over or the user deleted. */
export async function beginSession({
  user,
  epoch,
  begunAt = clock.seconds(),
  from,
  previousCookie,
  refreshToken,
  browserCookie,
  impersonation,
}: Beginning): Promise<Begun | undefined> {
  const now = clock.seconds();
  const secret = CookieSecret.make();
  const phoneNumber = user.phoneNumber === undefined ? undefined : toJapanesePhone(user.phoneNumber);
  const { userId, poolName, email, username, groups } = user;
  const session: SessionItem = {
    secretHash: secret.hash,
    epoch,
    createdAt: begunAt,
    lastSeenAt: now,
    // An administrator has not proven the user's password.
    provedAt: impersonation ? 0 : now,
    expiresAt: impersonation ? begunAt + impersonationLifetime : endOf(begunAt, now),
    userAgent: from.userAgent.slice(0, 300),
    address: from.address,
    ...(refreshToken !== undefined && { sealedToken: secret.seal(refreshToken) }),
    ...(impersonation && { impersonation: { by: impersonation.by, id: impersonation.id, epoch: impersonation.epoch } }),
  };
  const profile = {
    userId,
    email,
    username,
    groups,
    ...(poolName !== undefined && { poolName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  };
  // Staff may have changed the address in Cognito: what follows from that waits for nobody's next change.
  const { profile: former, sessions: earlier } = await readUser(userId, 'account');
  const others = [
    ...(impersonation?.writes ?? []),
    ...(former && former.email !== email ? [finishEmailChange.write({ userId, former: former.email })] : []),
  ];
  if (!(await putFirstSession(profile, session, now, others))) {
    logger.warn('sign-in refused', { userId, reason: 'credentials changed meanwhile', from: from.address });
    return undefined;
  }
  // An impersonation evicts no session of the user.
  const evictable = impersonation ? [] : earlier;
  const [browser] = await Promise.all([
    impersonation ? undefined : rememberBrowser(userId, epoch, { cookie: browserCookie }),
    ...decideEvictions(evictable, now).map((secretHash) => endSession(userId, secretHash, 'too-many-sessions')),
    endSessionOfCookie(previousCookie, 'sign-in', from),
  ]);
  logger.info('signed in', {
    userId,
    from: from.address,
    ...(impersonation && { impersonation: impersonation.id, by: impersonation.by }),
  });
  return { cookie: sessionCookieValue(userId, secret), browser };
}
