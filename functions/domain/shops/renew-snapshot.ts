import type { ShopRecord } from '#shared/model/customer';
import type { RequestBudget } from '../../adapters/stripe/client';
import { readShop } from '../../adapters/stripe/read-shop';
import { forgetShop } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import { bookMovements } from '../booking/book-movements';

/**
 * Reads a shop from Stripe and keeps the snapshot, unless a later one is kept already, together with the movements that
 * a changed number of devices asks for. If the customer was deleted in Stripe, the shop is removed and the result is
 * undefined.
 */
export async function renewSnapshot(
  userId: string,
  customerId: string,
  options: RequestBudget = {},
): Promise<ShopRecord | undefined> {
  const { record, readAtMs } = await readShop(customerId, options);
  await bookMovements(userId, customerId, { record, readAtMs });
  if (!record) {
    await forgetShop(userId, customerId);
    logger.info('shop forgotten: its customer was deleted in Stripe', { customerId });
  }
  return record;
}
