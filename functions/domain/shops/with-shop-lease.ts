import { CallError, type ErrorCode } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { releaseShopLease, takeShopLease } from '../../adapters/users-table/shop-leases';
import { logger } from '../../runtime/logger';

/** Longer than a function lives (15 s), so that its holder is gone when it ends. Milliseconds. */
const lease = 20_000;
/** How long a second change waits for the first one to end, and how often it looks, in milliseconds. */
const patience = 6_000;
const pause = 250;

export interface LeasedShop {
  userId: string;
  customerId: string;
  /** What a caller is told who waited in vain. */
  busy: Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>;
}

/**
 * Does what must not be done twice at once for a shop: subscribing it, paying for it, choosing its card. Another one
 * waits up to 6 s for its turn, then is refused with `busy` and `retryAfter`. Whoever was cut off holds a shop 20 s
 * at most.
 */
export async function withShopLease<T>({ userId, customerId, busy }: LeasedShop, work: () => Promise<T>): Promise<T> {
  const holder = newId();
  for (
    let waited = 0;
    !(await takeShopLease(userId, customerId, holder, clock.now(), clock.now() + lease));
    waited += pause
  ) {
    if (waited >= patience) throw new CallError(busy, { details: { retryAfter: lease / 1000 } });
    await clock.wait(pause);
  }
  try {
    return await work();
  } finally {
    await releaseShopLease(userId, customerId, holder).catch((error: unknown) =>
      logger.warn('a shop stays held until its lease ends', { customerId, error }),
    );
  }
}
