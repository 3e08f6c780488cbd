import type { Stripe } from 'stripe';
import { charging, stripe, type WriteOptions } from '#functions/platform/stripe/client';
import { liveExpansion, toLiveSubscription, type LiveSubscription } from './live-subscription';

/** The new quantity of an item; an item that does not exist yet is named by its price. */
export type ItemTarget = { id: string; quantity: number } | { priceId: string; quantity: number };

/**
 * An item stays at quantity 0, and so does its billing history. If it were deleted and added again, days already paid
 * would be charged again (facts `quantity-zero-keeps-history`, `deleted-item-forgets`).
 */
export const toItemParam = (target: ItemTarget): { id?: string; price?: string; quantity: number } =>
  'priceId' in target
    ? { price: target.priceId, quantity: target.quantity }
    : { id: target.id, quantity: target.quantity };

/** What an increase takes back for a product, in yen: more than 0. */
export interface Correction {
  productId: string;
  amount: number;
}

const toCorrectionParam = ({ productId, amount }: Correction): Stripe.SubscriptionUpdateParams.AddInvoiceItem => ({
  price_data: { currency: 'jpy', product: productId, tax_behavior: 'inclusive', unit_amount: -amount },
  discountable: false,
});

/** A subscription whose quantities were raised; `paid`: yen, if its invoice is paid already. */
export type Increased = LiveSubscription & { paid?: number };

/** What is charged at once; `prorationDate` in unix seconds. */
export interface Increase {
  increases: ItemTarget[];
  /** What its invoice takes back, so that it charges no more than was decided. */
  corrections: Correction[];
  prorationDate: number;
}

/**
 * Raises quantities, charged at once for the rest of the period as of `prorationDate`, less the corrections. They take
 * effect only once that is paid; until then the change is pending with an open invoice
 * (docs.stripe.com/billing/subscriptions/pending-updates; all parameters are supported there).
 */
export async function increaseItems(
  id: string,
  { increases, corrections, prorationDate }: Increase,
  options: WriteOptions,
): Promise<Increased> {
  const params: Stripe.SubscriptionUpdateParams = {
    items: increases.map(toItemParam),
    ...(corrections.length > 0 && { add_invoice_items: corrections.map(toCorrectionParam) }),
    proration_behavior: 'always_invoice',
    proration_date: prorationDate,
    payment_behavior: 'pending_if_incomplete',
    expand: [...liveExpansion, 'latest_invoice'],
  };
  const updated = await charging(options).subscriptions.update(id, params);
  const { latest_invoice: invoice } = updated;
  const isPaid = typeof invoice === 'object' && invoice?.status === 'paid';
  return { ...toLiveSubscription(updated), ...(isPaid && { paid: invoice.amount_paid }) };
}

/** Sets quantities without charge or refund; they count from the next invoice on. */
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
  return toLiveSubscription(await stripe(options).subscriptions.update(id, params));
}

/** Removes items from a subscription without charge or refund. */
export async function deleteItems(id: string, itemIds: readonly string[], options: WriteOptions): Promise<void> {
  const params: Stripe.SubscriptionUpdateParams = {
    items: itemIds.map((itemId) => ({ id: itemId, deleted: true })),
    proration_behavior: 'none',
  };
  await stripe(options).subscriptions.update(id, params);
}
