import type { ErrorCode } from '#shared/errors';
import { leaseMs } from '#shared/constants';
import { clock } from '#functions/platform/clock';
import { afterCommit, type Write } from '#functions/platform/dynamodb/transaction';
import { newId } from '#functions/platform/ids';
import { releaseLease, releaseWrite, takeLease, waitForTurn } from '#functions/platform/leases';
import { logger } from '#functions/platform/logger';

export interface LeasedShop {
  userId: string;
  customerId: string;
  /** The code for a request whose wait ended without the lease. */
  busy: Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>;
}

interface Lease extends AsyncDisposable {
  /** The write that releases it, for the transaction that ends the work. */
  release: () => Write;
}

/**
 * Takes the lease of a shop until the end of the caller's block, for work that must not be done twice at once:
 * subscribing, paying, choosing the card. `await using _lease = await leaseShop({ userId, customerId, busy })`. Another
 * request waits up to 6 s, then gets `busy` with `retryAfter`. A lease whose holder was interrupted ends after 31 s.
 */
export async function leaseShop({ userId, customerId, busy }: LeasedShop): Promise<Lease> {
  const holder = newId();
  const take = (): Promise<boolean> => takeLease(userId, customerId, { holder, leaseUntil: clock.now() + leaseMs });
  await waitForTurn(busy, async () => ((await take()) ? holder : undefined));
  let released = false;
  return {
    release: () => ({
      ...releaseWrite(userId, customerId, holder),
      [afterCommit]: async () => void (released = true),
    }),
    async [Symbol.asyncDispose]() {
      if (released) return;
      await releaseLease(userId, customerId, holder).catch((error: unknown) =>
        logger.warn('a shop stays held until its lease ends', { customerId, error }),
      );
    },
  };
}
