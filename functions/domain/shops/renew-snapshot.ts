import type { ShopRecord } from '#shared/model/customer';
import type { RequestBudget } from '../../adapters/stripe/client';
import { readShop } from '../../adapters/stripe/read-shop';
import { forgetShop } from '../../adapters/users-table/shops';
import { putSnapshot } from '../../adapters/users-table/snapshots';
import { logger } from '../../runtime/logger';

/**
 * Reads a shop from Stripe and keeps the snapshot, unless a later one is kept already. If the customer was deleted in
 * Stripe, the shop is removed and the result is undefined.
 */
export async function renewSnapshot(
  userId: string,
  customerId: string,
  options: RequestBudget = {},
): Promise<ShopRecord | undefined> {
  const { record, readAtMs } = await readShop(customerId, options);
  if (record) await putSnapshot(userId, { customerId, record, readAtMs });
  else {
    await forgetShop(userId, customerId);
    logger.info('shop forgotten: its customer was deleted in Stripe', { customerId });
  }
  return record;
}
