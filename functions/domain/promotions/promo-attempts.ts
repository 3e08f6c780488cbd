import { CallError } from '#shared/errors';
import { giveBack, take } from '../limits/limits';

/**
 * Runs work that looks up a code, and counts it first, so that of any number of concurrent attempts only those within
 * the limit run. Only a code that does not exist (PROMO_CODE_INVALID) stays counted; any other outcome is uncounted.
 * Throws TOO_MANY_ATTEMPTS with the seconds to wait.
 */
export async function withPromoAttempt<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const taken = await take({ kind: 'promo', of: { user: userId } });
  try {
    const result = await work();
    await giveBack(taken);
    return result;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'PROMO_CODE_INVALID')) await giveBack(taken);
    throw error;
  }
}
