import { CallError, type ErrorCode } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { countAttempt, uncountAttempt } from '../../adapters/users-table/throttles';
import { logger } from '../../runtime/logger';

/** A limited use of something. */
export interface Use {
  /** Key of the count. */
  what: string;
  /** The most within the window. */
  most: number;
  /** Seconds. */
  window: number;
  /** The refusal once it is used up; it gets `retryAfter`, the seconds until the window ends. */
  code: Extract<ErrorCode, 'TOO_MANY_ATTEMPTS' | 'SYNC_TOO_SOON'>;
  text?: string;
}

/** Uncounts the uses. */
export const giveBack = async (uses: readonly Pick<Use, 'what'>[]): Promise<void> =>
  void (await Promise.all(uses.map(({ what }) => uncountAttempt(what))));

/**
 * Counts all uses, one after the other, or none and refuses. Nothing is used before it is counted, so any number of
 * concurrent requests stays within the limit; an interrupted one stays counted.
 */
export async function takeUses(uses: readonly Use[]): Promise<void> {
  const now = clock.seconds();
  const taken: Use[] = [];
  for (const use of uses) {
    const counted = await countAttempt(use.what, use.most, use.window, now);
    if (!counted.taken) {
      await giveBack(taken);
      logger.warn('used up', { what: use.what });
      const { code, text } = use;
      throw new CallError(code, {
        ...(text !== undefined && { text }),
        details: { retryAfter: Math.max(1, counted.expiresAt - now) },
      });
    }
    taken.push(use);
  }
}

/** Counts all uses or refuses, as {@link takeUses}; then does the work. Work that fails does not count. */
export async function withUses<T>(uses: readonly Use[], work: () => Promise<T>): Promise<T> {
  await takeUses(uses);
  try {
    return await work();
  } catch (error) {
    await giveBack(uses);
    throw error;
  }
}
