import type { ErrorCode } from '#shared/errors';
import { leaseMs } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { releaseShopLease, takeShopLease } from '../../adapters/users-table/shop-leases';
import { logger } from '../../runtime/logger';
import { waitForTurn } from '../idempotency/lease';

export interface LeasedShop {
  userId: string;
  customerId: string;
  /** What a caller is told who waited in vain. */
  busy: Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>;
}

/**
 * Does what must not be done twice at once for a shop: subscribing it, paying for it, choosing its card. Another
 * request waits up to 6 s for its turn, then is refused with `busy` and `retryAfter`. A lease whose holder was cut off
 * ends after 20 s.
 */
export async function withShopLease<T>({ userId, customerId, busy }: LeasedShop, work: () => Promise<T>): Promise<T> {
  const holder = newId();
  const take = (): Promise<boolean> => takeShopLease(userId, customerId, holder, clock.now(), clock.now() + leaseMs);
  await waitForTurn(busy, async () => ((await take()) ? holder : undefined));
  try {
    return await work();
  } finally {
    await releaseShopLease(userId, customerId, holder).catch((error: unknown) =>
      logger.warn('a shop stays held until its lease ends', { customerId, error }),
    );
  }
}
