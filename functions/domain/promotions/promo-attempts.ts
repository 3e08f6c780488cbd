import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { countAttempt, uncountAttempt } from '../../adapters/users-table/throttles';

/**
 * Attempts with unknown codes by one user: 20 in 15 minutes. That is more than typing errors need, and far fewer than
 * guessing a code needs.
 */
const limit = { attempts: 20, seconds: 15 * 60 } as const;

/**
 * Runs work that looks up a code, and counts it first, so that of any number of concurrent attempts only those within
 * the limit run. Only a code that does not exist (PROMO_CODE_INVALID) stays counted; any other outcome is uncounted.
 * Throws TOO_MANY_ATTEMPTS with the seconds to wait.
 */
export async function withPromoAttempt<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const what = `promo#${userId}`;
  const now = clock.seconds();
  const { taken, expiresAt } = await countAttempt(what, limit.attempts, limit.seconds, now);
  if (!taken) throw new CallError('TOO_MANY_ATTEMPTS', { details: { retryAfter: expiresAt - now } });
  try {
    const result = await work();
    await uncountAttempt(what);
    return result;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'PROMO_CODE_INVALID')) await uncountAttempt(what);
    throw error;
  }
}
