import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { clearAttempts, extendPause, readThrottle, countAttempt } from '../../adapters/users-table/throttles';
import { limitedByCognito } from './attempts';
import { lockoutMemory, lockoutSeconds } from './limits';

const key = (account: string): string => `lock#${account}`;

/** Refuses with ACCOUNT_LOCKED and the seconds to wait while wrong passwords lock an account. */
export async function checkLockout(account: string): Promise<void> {
  const now = clock.seconds();
  const counted = await readThrottle(key(account), now);
  const until = counted?.lockedUntil ?? 0;
  if (until > now) throw new CallError('ACCOUNT_LOCKED', { details: { retryAfter: until - now } });
}

/**
 * The refusal of a known browser or a session while Cognito itself locks the account, with the seconds to wait as far
 * as they are known.
 */
export const lockedByCognito = (account: string): Promise<CallError> =>
  checkLockout(account).then(
    () => limitedByCognito('locked', 'ACCOUNT_LOCKED'),
    (error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    },
  );

/** Counts a wrong password, whether or not the account exists; from the fifth on it locks. */
export async function countWrongPassword(account: string): Promise<void> {
  const now = clock.seconds();
  const { attempts } = await countAttempt(key(account), Number.MAX_SAFE_INTEGER, lockoutMemory, now);
  const seconds = lockoutSeconds(attempts);
  // One second longer than Cognito's lockout, which counts in milliseconds, so that ours is met first.
  await extendPause(key(account), {
    expiresAt: now + lockoutMemory + seconds,
    ...(seconds > 0 && { lockedUntil: now + seconds + 1 }),
  });
}

/** Call after a right password: counting begins again. */
export const clearLockout = (account: string): Promise<void> => clearAttempts(key(account), clock.seconds());
