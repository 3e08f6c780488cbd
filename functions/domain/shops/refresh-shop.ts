import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { renewSnapshot } from './renew-snapshot';

/**
 * Reads a shop from Stripe because its owner asks for it.
 * @throws CallError SHOP_NOT_FOUND if the customer was deleted at Stripe; Unavailable
 */
export async function refreshShop(userId: string, customerId: string): Promise<ShopRecord> {
  const shop = await renewSnapshot(userId, customerId);
  if (!shop) throw new CallError('SHOP_NOT_FOUND');
  return shop;
}
