import { CallError, type ErrorCode } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '../../adapters/clock';
import { isUnavailable } from '../../adapters/unavailable';
import { markChanged } from '../../adapters/users-table/snapshots';
import { logger } from '../../runtime/logger';
import { refreshSnapshot } from './refresh-shop';

export interface AfterChangeOptions {
  /** Unix milliseconds by which there must be an answer. */
  until?: number | undefined;
  /** What a caller is told whose shop turns out to be gone from Stripe; the code that the call declares. */
  gone?: Extract<ErrorCode, 'SHOP_NOT_FOUND' | 'SUBSCRIPTION_NOT_FOUND'>;
}

const cannotRead = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof CallError && error.code === 'PAYMENTS_UNAVAILABLE');

/**
 * The shop as it stands after a change that Stripe has made: `afterChange(caller.userId, customerId, { until, gone
 * })`, to be called last. It is read again and kept. Where that reading fails the change stands all the same: the
 * snapshot is marked, so that the next look reads anew (see listShops), and the last known record is answered, with
 * its own `readAt`. Throws PAYMENTS_UNAVAILABLE where nothing was ever read of the shop, and `gone` (SHOP_NOT_FOUND)
 * where its customer was deleted in Stripe.
 */
export async function afterChange(
  userId: string,
  customerId: string,
  { until, gone = 'SHOP_NOT_FOUND' }: AfterChangeOptions = {},
): Promise<ShopRecord> {
  try {
    const record = await refreshSnapshot(userId, customerId, { until });
    if (!record) throw new CallError(gone);
    return record;
  } catch (error) {
    if (!cannotRead(error)) throw error;
    logger.warn('a changed shop could not be read back', { customerId, error });
    const known = await markChanged(userId, customerId, clock.now());
    if (!known) throw new CallError('PAYMENTS_UNAVAILABLE', { cause: error });
    return known;
  }
}
