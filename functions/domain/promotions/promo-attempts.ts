import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { readThrottle, countAttempt } from '../../adapters/users-table/throttles';

/**
 * Attempts with unknown codes by one user: 20 in 15 minutes. That is far more than typing errors need and far fewer
 * than finding a code by trial needs.
 */
const limit = { attempts: 20, seconds: 15 * 60 } as const;
const keyOf = (userId: string): string => `promo#${userId}`;

/** Refuses a user who has tried too many codes that do not exist. */
export async function checkPromoAttempts(userId: string): Promise<void> {
  const now = clock.seconds();
  const counted = await readThrottle(keyOf(userId), now);
  if (counted && counted.attempts >= limit.attempts)
    throw new CallError('TOO_MANY_ATTEMPTS', { details: { retryAfter: counted.expiresAt - now } });
}

export async function countPromoAttempt(userId: string): Promise<void> {
  await countAttempt(keyOf(userId), limit.attempts, limit.seconds, clock.seconds());
}
