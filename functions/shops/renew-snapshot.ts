import type { ShopRecord } from '#shared/model/customer';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { readShop } from './read-shop';
import { readSnapshot } from './snapshots-table';
import { forgetShop } from './shops-table';
import { logger } from '#functions/platform/logger';
import { bookMovements, type BookingOptions } from '#functions/movements/book';

/**
 * A reading in which no item has lost the tier that it had with the same price in the reading before: a device whose
 * product is no longer known as one is still rented.
 */
function withKnownTiers(record: ShopRecord, before: ShopRecord | undefined): ShopRecord {
  const items = (before?.subscriptions ?? []).flatMap((one) => one.items);
  const keyOf = (item: (typeof items)[number]): string => `${item.subscription_item_id} ${item.price_id}`;
  const tiers = new Map(items.map((item) => [keyOf(item), item.product.tier]));
  const subscriptions = record.subscriptions.map((subscription) => ({
    ...subscription,
    items: subscription.items.map((item) => {
      const tier = item.product.tier ?? tiers.get(keyOf(item));
      return tier ? { ...item, product: { ...item.product, tier } } : item;
    }),
  }));
  return { ...record, subscriptions };
}

const lacksTier = ({ subscriptions }: ShopRecord): boolean =>
  subscriptions.some(({ items }) => items.some(({ product }) => !product.tier));

/**
 * Reads a shop from Stripe and keeps the snapshot, unless a later one is kept already, together with the movements that
 * a changed number of devices asks for. If the customer was deleted in Stripe, the shop is removed and the result is
 * undefined.
 */
export async function renewSnapshot(
  userId: string,
  customerId: string,
  options: RequestBudget = {},
  more: BookingOptions = {},
): Promise<ShopRecord | undefined> {
  const { record: read, readAtMs } = await readShop(customerId, options);
  const record =
    read && lacksTier(read)
      ? withKnownTiers(read, (more.known ?? (await readSnapshot(userId, customerId)))?.record)
      : read;
  await bookMovements(userId, customerId, { record, readAtMs }, more);
  if (!record) {
    await forgetShop(userId, customerId);
    logger.info('shop forgotten: its customer was deleted in Stripe', { customerId });
  }
  return record;
}
