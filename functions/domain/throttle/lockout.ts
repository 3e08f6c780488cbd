import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { clearTries, holdOff, readThrottle, takeTry } from '../../adapters/users-table/throttles';
import { lockMemory, lockSeconds } from './limits';

const key = (account: string): string => `lock#${account}`;

/** Refuses with ACCOUNT_LOCKED and the seconds to wait while wrong passwords lock an account. */
export async function checkLock(account: string): Promise<void> {
  const now = clock.seconds();
  const counted = await readThrottle(key(account), now);
  const until = counted?.lockedUntil ?? 0;
  if (until > now) throw new CallError('ACCOUNT_LOCKED', { details: { retryAfter: until - now } });
}

/** Counts a wrong password, whether or not there is such an account; from the fifth on it locks. */
export async function countWrongPassword(account: string): Promise<void> {
  const now = clock.seconds();
  const { tries } = await takeTry(key(account), Number.MAX_SAFE_INTEGER, lockMemory, now);
  const seconds = lockSeconds(tries);
  // A second longer than Cognito's, which counts in milliseconds: so that it is this lock that is met.
  await holdOff(key(account), {
    expiresAt: now + lockMemory + seconds,
    ...(seconds > 0 && { lockedUntil: now + seconds + 1 }),
  });
}

/** A right password: the count begins anew. */
export const clearLock = (account: string): Promise<void> => clearTries(key(account), clock.seconds());
