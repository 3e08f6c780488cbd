import { CallError } from '#shared/errors';
import { hasTrialAhead } from '#shared/model/trial';
import type { RequestBudget } from '../../adapters/stripe/client';
import { hasPaymentIntent } from '../../adapters/stripe/payment-intents';
import { subscriptionsOfShop, type ShopSubscription } from '../../adapters/stripe/shop-subscriptions';
import { isCustomerGone } from '../../adapters/stripe/to-call-error';

/** The ordering shop: the facts that a promotion code depends on. */
export interface OrderingShop {
  /** Undefined for a new shop. */
  customerId: string | undefined;
  /** The order has the free trial. */
  trial: boolean;
  /** It has had a subscription, paid or not. */
  subscribedBefore: boolean;
}

/** A shop that is about to be opened. */
export const newShop: OrderingShop = { customerId: undefined, trial: true, subscribedBefore: false };

/** A shop by its current and former subscriptions. */
export const shopWith = (customerId: string, subscriptions: readonly ShopSubscription[]): OrderingShop => ({
  customerId,
  trial: hasTrialAhead(subscriptions),
  subscribedBefore: subscriptions.length > 0,
});

/** The current and former subscriptions of a shop; throws SHOP_NOT_FOUND if its customer is deleted at Stripe. */
export const earlierSubscriptions = (customerId: string, options: RequestBudget): Promise<ShopSubscription[]> =>
  subscriptionsOfShop(customerId, options).catch((error: unknown) => {
    throw isCustomerGone(error) ? new CallError('SHOP_NOT_FOUND') : error;
  });

/**
 * Whether Stripe accepts an order as a customer's first. A payment that was only begun counts as an earlier order, and
 * so does a trial (docs.stripe.com/billing/subscriptions/coupons, "Limit by first time order"; stripe-node issue 2349).
 */
export const isFirstOrder = async (
  { customerId, subscribedBefore }: OrderingShop,
  options: RequestBudget,
): Promise<boolean> =>
  customerId === undefined || (!subscribedBefore && !(await hasPaymentIntent(customerId, options)));
