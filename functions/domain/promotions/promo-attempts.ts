import { CallError } from '#shared/errors';
import { giveBack, takeUses, type Use } from '../throttle/uses';

/**
 * Attempts with unknown codes by one user: 20 in 15 minutes. That is more than typing errors need, and far fewer than
 * guessing a code needs.
 */
const attemptOf = (userId: string): Use => ({
  what: `promo#${userId}`,
  most: 20,
  window: 15 * 60,
  code: 'TOO_MANY_ATTEMPTS',
});

/**
 * Runs work that looks up a code, and counts it first, so that of any number of concurrent attempts only those within
 * the limit run. Only a code that does not exist (PROMO_CODE_INVALID) stays counted; any other outcome is uncounted.
 * Throws TOO_MANY_ATTEMPTS with the seconds to wait.
 */
export async function withPromoAttempt<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const attempt = attemptOf(userId);
  await takeUses([attempt]);
  try {
    const result = await work();
    await giveBack([attempt]);
    return result;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'PROMO_CODE_INVALID')) await giveBack([attempt]);
    throw error;
  }
}
