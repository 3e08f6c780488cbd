import { CallError } from '#shared/errors';
import type { Session } from '#shared/model/account';
import type { Caller } from '#functions/http/caller';
import { endSession, endSessionsOf } from '#functions/sessions/end-sessions';
import { logger } from '#functions/platform/logger';

/** Ends the caller's session, whose user was disabled, deleted or signed out in Cognito. Returns the refusal. */
export async function sessionGone({ userId, session }: Caller): Promise<CallError> {
  await endSession(userId, session.secretHash, 'credentials');
  return new CallError('NOT_SIGNED_IN');
}

/** The first match is the name, because many programs also name the programs that they are based on. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Line\//, 'LINE'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (list: typeof browsers, userAgent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system of a User-Agent header in words: `Chrome（Windows）`; a client can write any text into it. */
export function describeDevice(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser}（${system}）`;
  return browser ?? system ?? 'アプリなど（端末名なし）';
}

/** The caller's live sessions, newest first; the caller already has them, so nothing is read. */
export const listOwnSessions = ({ sessions, session: own }: Pick<Caller, 'sessions' | 'session'>): Session[] =>
  sessions
    .toSorted((left, right) => right.createdAt - left.createdAt)
    .map(({ secretHash, userAgent, address, createdAt, lastSeenAt, expiresAt, impersonation }) => ({
      id: secretHash,
      device: describeDevice(userAgent),
      address,
      createdAt,
      lastSeenAt,
      expiresAt,
      current: secretHash === own.secretHash,
      impersonation: impersonation !== undefined,
    }));

/** Ends another of the caller's sessions; any id that is not one of them returns SESSION_NOT_FOUND. */
export async function endOwnSession({ userId, sessions, session: own }: Caller, id: string): Promise<void> {
  const known = id !== own.secretHash && sessions.some(({ secretHash }) => secretHash === id);
  if (!known || !(await endSession(userId, id, 'user'))) throw new CallError('SESSION_NOT_FOUND');
  logger.info('session ended from another', { userId });
}

/** Ends all of the caller's sessions but this one. Returns how many. */
export const endOtherSessions = ({ userId, session }: Caller): Promise<number> =>
  endSessionsOf(userId, 'user', ({ secretHash }) => secretHash !== session.secretHash);
