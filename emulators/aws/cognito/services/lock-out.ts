import { notAuthorized, type CognitoError } from './errors';
import type { UserRecord } from '../store/records';
import type { Cognito } from './cognito';

const longestLockMs = 15 * 60_000;

type Kind = keyof UserRecord['failures'];

/**
 * Refuses an attempt during a lockout. It does not count and does not lengthen the lockout, but the 15 minutes without
 * any attempt begin again.
 * @throws the error that `refusal` makes, NotAuthorizedException without it
 */
export async function refuseWhileLocked(
  cognito: Cognito,
  user: UserRecord,
  kind: Kind,
  refusal: () => CognitoError = () => notAuthorized('Password attempts exceeded'),
): Promise<void> {
  const now = cognito.clock.now();
  if (now >= (user.failures[kind]?.lockedUntil ?? 0)) return;
  await cognito.store.users.change(user.sub, ({ failures }) => {
    if (failures[kind]) failures[kind].last = now;
  });
  throw refusal();
}

/**
 * Counts a wrong password, or a wrong code of the second step. From the fifth on the user is locked out for 2^(n-5)
 * seconds, 15 minutes at most; after 15 minutes without an attempt the count begins again (developer guide, "Lockout
 * behavior for failed sign-in attempts"; codes start the same process: "Adding MFA to a user pool"). A password reset
 * does not clear it.
 */
export function countFailure(cognito: Cognito, user: UserRecord, kind: Kind): Promise<void> {
  const now = cognito.clock.now();
  return cognito.store.users.change(user.sub, ({ failures }) => {
    const before = failures[kind];
    const count = before && now - before.last < longestLockMs ? before.count + 1 : 1;
    const lock = count < 5 ? 0 : Math.min(2 ** (count - 5) * 1000, longestLockMs);
    failures[kind] = { count, last: now, lockedUntil: now + lock };
  });
}

export async function clearFailures(cognito: Cognito, user: UserRecord, kind: Kind): Promise<void> {
  if (!user.failures[kind]) return;
  await cognito.store.users.change(user.sub, ({ failures }) => {
    delete failures[kind];
  });
}
