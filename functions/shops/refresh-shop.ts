import type { RequestBudget } from '#functions/platform/stripe/client';
import { readShop } from './read-shop';
import { forgetShop, readSnapshot, markChanged } from './shops-table';
import { bookMovements, type BookingOptions, type Chosen } from '#functions/movements/book';
import { callBudget } from '#shared/constants';
import { CallError, type ErrorCode } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '#functions/platform/clock';
import { isUnavailable, Unavailable } from '#functions/platform/unavailable';
import type { SnapshotItem } from '#functions/platform/users-table';
import { logger } from '#functions/platform/logger';
import type { ShopOwner } from '#functions/http/caller';
import { ownSubscription } from './ownership';

/** A reading in which no item has lost its tier: a device of an unknown product is still rented. */
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
export async function refreshShop(
  userId: string,
  customerId: string,
  options: RequestBudget = {},
  more: BookingOptions = {},
): Promise<ShopRecord | undefined> {
  const { record: read, readAtMs } = await readShop(customerId, options);
  const record =
    read && lacksTier(read)
      ? withKnownTiers(read, (more.snapshot ?? (await readSnapshot(userId, customerId)))?.record)
      : read;
  await bookMovements(userId, customerId, { record, readAtMs }, more);
  if (!record) {
    await forgetShop(userId, customerId);
    logger.info('shop forgotten: its customer was deleted in Stripe', { customerId });
  }
  return record;
}

export interface ShopChange {
  userId: string;
  customerId: string;
  /** Unix milliseconds by which the caller must have a response. */
  until: number;
  /** As it was read before the change. */
  snapshot?: SnapshotItem | undefined;
  /** The code that the call declares for a shop that is deleted at Stripe; SHOP_NOT_FOUND if left out. */
  gone?: Extract<ErrorCode, 'SHOP_NOT_FOUND' | 'SUBSCRIPTION_NOT_FOUND'>;
}

/** The change of one of the caller's subscriptions, or SUBSCRIPTION_NOT_FOUND. `budget`: milliseconds at Stripe. */
export const subscriptionChange = (caller: ShopOwner, subscriptionId: string, budget = callBudget): ShopChange => {
  const { customerId } = ownSubscription(caller, subscriptionId);
  return {
    userId: caller.userId,
    customerId,
    until: clock.now() + budget,
    snapshot: caller.snapshots.find((one) => one.customerId === customerId),
    gone: 'SUBSCRIPTION_NOT_FOUND',
  };
};

/**
 * Reads a shop after a change, keeps its snapshot and returns it. If that fails the change stands: the snapshot is
 * marked, and returned as it was. Throws Unavailable without one or if `chosen` would be lost, `gone` for a deleted
 * customer.
 */
export async function refreshChanged(
  { userId, customerId, until, snapshot, gone = 'SHOP_NOT_FOUND' }: ShopChange,
  chosen?: Chosen,
): Promise<ShopRecord> {
  try {
    const record = await refreshShop(userId, customerId, { until }, { chosen, snapshot });
    if (!record) throw new CallError(gone);
    return record;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    logger.warn('a changed shop could not be refreshed', { customerId, error });
    const last = await markChanged(userId, customerId, clock.now());
    if (!last || chosen) throw new Unavailable('stripe', error);
    return last;
  }
}

/**
 * Reads a shop after its change was made, unless that has read it, or refused: the refusal may come from a change made
 * elsewhere, leave a void invoice or a counted payment attempt, or hide that Stripe carried out the change. Returns
 * what was made with the shop, or throws the refusal.
 */
export async function refreshAfter<T extends object>(
  change: ShopChange,
  ending: Promise<T & { shop?: ShopRecord | undefined }>,
): Promise<T & { shop: ShopRecord }> {
  const made = await ending.catch(async (refusal: unknown) => {
    await refreshChanged(change).catch((error: unknown) =>
      logger.warn('a shop could not be read after a refusal', { customerId: change.customerId, error }),
    );
    throw refusal;
  });
  return { ...made, shop: made.shop ?? (await refreshChanged(change)) };
}
