import type { Stripe } from 'stripe';
import { stripeRequest, type WriteOptions } from './client';
import { liveExpansion, toLiveSubscription, type LiveSubscription } from './live-subscription';

/** The quantity that an item is to have; one that is not there yet is named by its price. */
export type ItemTarget = { id: string; quantity: number } | { priceId: string; quantity: number };

/**
 * At quantity 0 an item stays, and with it what was billed for it; deleted and added anew it would be charged again for
 * days already paid (facts `quantity-zero-keeps-history`, `deleted-item-forgets`).
 */
export const toItemParam = (target: ItemTarget): { id?: string; price?: string; quantity: number } =>
  'priceId' in target
    ? { price: target.priceId, quantity: target.quantity }
    : { id: target.id, quantity: target.quantity };

/**
 * Raises quantities, charged at once for the rest of the period as of `prorationDate` (unix seconds). They are so
 * only once that is paid: else the change is pending with an open invoice
 * (docs.stripe.com/billing/subscriptions/pending-updates; no parameter that is not supported there).
 */
export async function increaseItems(
  id: string,
  targets: readonly ItemTarget[],
  prorationDate: number,
  options: WriteOptions,
): Promise<LiveSubscription> {
  const params: Stripe.SubscriptionUpdateParams = {
    items: targets.map(toItemParam),
    proration_behavior: 'always_invoice',
    proration_date: prorationDate,
    payment_behavior: 'pending_if_incomplete',
    expand: liveExpansion,
  };
  return toLiveSubscription(
    await stripeRequest((stripe, request) => stripe.subscriptions.update(id, params, request), options),
  );
}

/** Sets quantities without charge or refund: the next invoice is the first that they count for. */
export async function setItems(
  id: string,
  targets: readonly ItemTarget[],
  options: WriteOptions,
): Promise<LiveSubscription> {
  const params: Stripe.SubscriptionUpdateParams = {
    items: targets.map(toItemParam),
    proration_behavior: 'none',
    expand: liveExpansion,
  };
  return toLiveSubscription(
    await stripeRequest((stripe, request) => stripe.subscriptions.update(id, params, request), options),
  );
}

/** Takes items off a subscription without charge or refund. */
export async function deleteItems(id: string, itemIds: readonly string[], options: WriteOptions): Promise<void> {
  const params: Stripe.SubscriptionUpdateParams = {
    items: itemIds.map((itemId) => ({ id: itemId, deleted: true })),
    proration_behavior: 'none',
  };
  await stripeRequest((stripe, request) => stripe.subscriptions.update(id, params, request), options);
}
