import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { hasTrialAhead } from '#shared/model/subscription';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { subscriptionsOfShop, type ShopSubscription } from './subscriptions';
import { isCustomerDeleted } from '#functions/shops/customers';
import type { TrialCounts } from '#functions/platform/users-table';
import type { Caller, ShopOwner } from '#functions/http/caller';

/** The ordering shop: the facts that a price and a promotion code depend on. */
export interface OrderingShop {
  /** Undefined for a new shop. */
  customerId: string | undefined;
  trial: boolean;
  /** It has had a subscription, paid or not. */
  subscribedBefore: boolean;
}

/** The free trials of one user. Owners who run salons never reach these limits; automated abuse does. */
export const trialLimits = {
  /** In all; further orders are paid from the first day. */
  inAll: 100,
  /** Devices at once in trials without a card; the next one needs a card. */
  devicesWithoutCard: 40,
};

/** Whether an order of a user can have the free trial, as far as the user's other trials count. */
export const hasTrialLeft = (trials: Pick<TrialCounts, 'used'> | undefined): boolean =>
  (trials?.used ?? 0) < trialLimits.inAll;

export const newShop: OrderingShop = { customerId: undefined, trial: true, subscribedBefore: false };

/** A shop by its current and former subscriptions. */
export const shopWith = (customerId: string, subscriptions: readonly ShopSubscription[]): OrderingShop => ({
  customerId,
  trial: hasTrialAhead(subscriptions),
  subscribedBefore: subscriptions.length > 0,
});

/** The current and former subscriptions of a shop; throws SHOP_NOT_FOUND if its customer is deleted at Stripe. */
export const earlierSubscriptions = (customerId: string, options: RequestBudget): Promise<ShopSubscription[]> =>
  subscriptionsOfShop(customerId, options).catch(async (error: unknown) => {
    throw (await isCustomerDeleted(error, customerId, options)) ? new CallError('SHOP_NOT_FOUND') : error;
  });

/** The shop as its owner was shown it, without a request of Stripe. */
const shownShop = ({ subscriptions }: ShopRecord, customerId: string): OrderingShop => ({
  customerId,
  trial: hasTrialAhead(
    subscriptions.map(({ status, items }) => ({
      status,
      rents: items.some(({ product }) => product.tier !== undefined),
    })),
  ),
  subscribedBefore: subscriptions.length > 0,
});

export type Customer = ShopOwner & Pick<Caller, 'profile'>;

/**
 * The ordering shop, and whether its order has the free trial: the shop's first order has it, as long as its owner has
 * trials left (decisions/openings). The last known state says it, and Stripe for a shop without one. Without
 * `customerId`, a shop that is about to be opened. Throws SHOP_NOT_FOUND.
 */
export async function orderingShop(
  { snapshots, profile }: Customer,
  customerId: string | undefined,
): Promise<OrderingShop> {
  const left = hasTrialLeft(profile.trials);
  if (customerId === undefined) return { ...newShop, trial: left };
  const record = snapshots.find((one) => one.customerId === customerId)?.record;
  const shop = record
    ? shownShop(record, customerId)
    : shopWith(customerId, await earlierSubscriptions(customerId, {}));
  return { ...shop, trial: shop.trial && left };
}
