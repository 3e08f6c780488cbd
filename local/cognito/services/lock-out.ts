import { attemptLimitExceeded, notAuthorized, type CognitoError } from '../errors';
import type { Failures, UserRecord } from '../store/records';
import type { Cognito } from './cognito';

const LONGEST_LOCK = 15 * 60_000;

/** Whether tries are refused now. Tries during a lock do not count. */
export function isLocked(cognito: Cognito, failures: Failures | undefined): boolean {
  return failures !== undefined && cognito.clock.now() < failures.lockedUntil;
}

export const attemptsExceeded = (): CognitoError => notAuthorized('Password attempts exceeded');

/**
 * Counts a wrong password, or a wrong code of the second step. From the fifth on the user is locked for 2^(n-5) seconds, 15 minutes at
 * most; 15 minutes after the last one the count begins anew (developer guide, "Lockout behavior for failed sign-in attempts", and for
 * codes "MFA": the same process). A password reset does not clear it.
 */
export function countFailure(cognito: Cognito, user: UserRecord, kind: 'password' | 'secondStep'): Promise<void> {
  const now = cognito.clock.now();
  return cognito.store.users.change(user.sub, ({ failures }) => {
    const before = failures[kind];
    const count = before && now - before.last < LONGEST_LOCK ? before.count + 1 : 1;
    const lock = count < 5 ? 0 : Math.min(2 ** (count - 5) * 1000, LONGEST_LOCK);
    failures[kind] = { count, last: now, lockedUntil: now + lock };
  });
}

export async function clearFailures(cognito: Cognito, user: UserRecord, kind: 'password' | 'secondStep'): Promise<void> {
  if (!user.failures[kind]) return;
  await cognito.store.users.change(user.sub, ({ failures }) => {
    delete failures[kind];
  });
}

/** "In a given hour, we allow between 5 and 20 attempts for a given user" (developer guide, "Passwords, account recovery"): the upper figure. */
const HOURLY = 20;
const HOUR = 3_600_000;

/**
 * Counts a request for a code, or the entry of one.
 * @throws LimitExceededException past the limit; what is refused does not count
 */
export async function countAttempt(cognito: Cognito, user: UserRecord, action: string): Promise<void> {
  const now = cognito.clock.now();
  const recent = (user.attempts[action] ?? []).filter((time) => now - time < HOUR);
  if (recent.length >= HOURLY) throw attemptLimitExceeded();
  await cognito.store.users.change(user.sub, ({ attempts }) => {
    attempts[action] = [...recent, now];
  });
}
