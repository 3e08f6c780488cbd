import { hash, newSecret, seal, unseal } from '#functions/platform/crypto';
import { clock } from '#functions/platform/clock';
import { type SessionItem, type ranges, readUser } from '#functions/platform/users-table';
import { keepSeen, replaceSession, endOf, sessionLifetime, epochEnd } from './sessions-table';
import type { Caller } from '#functions/http/caller';
import { logger } from '#functions/platform/logger';

/** The secret of a session's or challenge's cookie, whose hash alone is kept. Private: no log or JSON shows it. */
export class CookieSecret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** A new one, of 256 random bits. */
  static make(): CookieSecret {
    return new CookieSecret(newSecret());
  }

  get hash(): string {
    return hash(this.#value);
  }

  /** Encrypts a text that only a request with this cookie can read again. */
  seal(text: string): string {
    return seal(text, this.#value);
  }

  /** The text of {@link seal}; throws if it was sealed with another secret. */
  unseal(sealed: string): string {
    return unseal(sealed, this.#value);
  }

  /** The cookie's value; `prefix` stands before the secret. */
  toCookie(prefix = ''): string {
    return prefix + this.#value;
  }
}

/** How long a proof of the password counts for sensitive changes, in seconds. */
export const recentAuthenticationLifetime = 30 * 60;

/** Whether the user of a session has proven their password recently; never true in an impersonation. */
export const isRecentlyAuthenticated = (session: Pick<SessionItem, 'provedAt' | 'impersonation'>): boolean =>
  !session.impersonation && clock.seconds() - session.provedAt < recentAuthenticationLifetime;

/** The session cookie: the user's id and 256 random bits, joined by a dot. Only the hash of the bits is kept. */
const cookiePattern = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

export const sessionCookieValue = (userId: string, secret: CookieSecret): string => secret.toCookie(`${userId}.`);

/** User id and secret of a session cookie; undefined if it has another form. */
export function parseSessionCookie(cookie: string | undefined): { userId: string; secret: CookieSecret } | undefined {
  const [, userId, secret] = cookiePattern.exec(cookie ?? '') ?? [];
  return userId && secret ? { userId, secret: new CookieSecret(secret) } : undefined;
}

/** The caller of a session cookie; undefined if the session or its credential epoch is over (decisions/sessions). */
export async function openSession(cookie: string | undefined, reach: keyof typeof ranges): Promise<Caller | undefined> {
  const parsed = parseSessionCookie(cookie);
  if (!parsed) return undefined;
  const { profile, sessions, shops } = await readUser(parsed.userId, reach);
  const epoch = profile?.epoch ?? 0;
  const live = sessions.filter((one) => one.expiresAt > clock.seconds() && one.epoch === epoch);
  const { userId, secret } = parsed;
  const secretHash = secret.hash;
  const session = live.find((one) => one.secretHash === secretHash);
  if (!profile || !session) return undefined;
  return { userId, profile, session, secret, sessions: live, shops, snapshots: [] };
}

/** Uses of a session are noted at most once an hour (seconds), to save writes. */
const notedEvery = 60 * 60;

/** Notes that a session is in use, which moves its end, not an impersonation's; fails no call. */
export async function markSeen({ userId, session }: Pick<Caller, 'userId' | 'session'>): Promise<void> {
  const { secretHash, createdAt, lastSeenAt, impersonation } = session;
  const now = clock.seconds();
  if (impersonation || now - lastSeenAt < notedEvery) return;
  await keepSeen(userId, secretHash, { lastSeenAt: now, expiresAt: endOf(createdAt, now) }).catch((error: unknown) => {
    logger.warn('the use of a session is not noted', { error });
  });
}

export interface Renewed {
  cookie: string;
  secretHash: string;
  /** Seconds that the session has left at most. */
  maxAge: number;
}

/**
 * Continues a session under a new secret after its password was proven (ASVS 5.0 7.2.4), with `refreshToken` or without
 * Cognito's tokens. `endsOthers` ends the user's others. Undefined if it has ended or was renewed meanwhile.
 */
export async function renewSession(
  caller: Caller,
  refreshToken: string | undefined,
  { endsOthers = false }: { endsOthers?: boolean } = {},
): Promise<Renewed | undefined> {
  const { session, userId } = caller;
  const now = clock.seconds();
  const secret = CookieSecret.make();
  const secretHash = secret.hash;
  const { sealedToken: _old, ...kept } = session;
  const sealedToken = refreshToken === undefined ? undefined : secret.seal(refreshToken);
  const { createdAt, epoch } = session;
  const times = { provedAt: now, lastSeenAt: now, expiresAt: endOf(createdAt, now) };
  const next = {
    ...kept,
    ...times,
    ...(endsOthers && { epoch: epoch + 1 }),
    secretHash,
    ...(sealedToken !== undefined && { sealedToken }),
  };
  if (!(await replaceSession(userId, session.secretHash, next, endsOthers ? [epochEnd(userId, epoch)] : [])))
    return undefined;
  return { cookie: sessionCookieValue(userId, secret), secretHash, maxAge: createdAt + sessionLifetime - now };
}
