import type { Stripe } from 'stripe';
import { charging, stripe, type RequestBudget, type WriteOptions, idOf } from '#functions/platform/stripe/client';
import { unlessMissing } from '#functions/platform/stripe/errors';
import { CallError } from '#shared/errors';
import type { Arrangement } from '#shared/model/subscription';

export interface LiveItem {
  id: string;
  priceId: string;
  productId: string;
  quantity: number;
}

interface LiveDiscount {
  id: string;
  /** Whether it lowers only the first invoice that it applies to. */
  once: boolean;
  /** Unix seconds when it ends; null if no end is known. */
  end: number | null;
}

/** The current state of a subscription at Stripe, for decisions about changing it. Times in unix seconds. */
export interface LiveSubscription {
  id: string;
  customerId: string;
  status: Stripe.Subscription.Status;
  arrangement?: Arrangement;
  items: LiveItem[];
  /** The current period: periods are on the items, which all have the same one here. */
  periodStart: number;
  periodEnd: number;
  /** Its end, by a date or at the period's end; null if it continues. */
  endsAt: number | null;
  endsAtPeriodEnd: boolean;
  /** Whether there is a card to charge: its own or its customer's default one. */
  hasCard: boolean;
  discounts: LiveDiscount[];
  latestInvoiceId: string | null;
  /** See {@link pendingInvoiceOf}. */
  pendingInvoiceId: string | null;
}

/** What the staff arranged. A schedule comes first: it owns the end too (fact `schedule-owns-the-end`). */
export function arrangementOf({
  schedule,
  pause_collection: paused,
  collection_method: method,
}: Pick<Stripe.Subscription, 'schedule' | 'pause_collection' | 'collection_method'>): { arrangement?: Arrangement } {
  if (schedule) return { arrangement: 'scheduled' };
  if (paused) return { arrangement: 'uncollected' };
  return method === 'send_invoice' ? { arrangement: 'invoiced' } : {};
}

/**
 * The invoice that a pending update of a subscription waits for
 * (docs.stripe.com/billing/subscriptions/pending-updates), its latest one; null if there is none. While the card's
 * holder has to confirm it, it has not failed and is not owed.
 */
export const pendingInvoiceOf = ({
  pending_update: update,
  latest_invoice: latest,
}: Pick<Stripe.Subscription, 'pending_update' | 'latest_invoice'>): string | null => (update && idOf(latest)) ?? null;

/** The expansion that a request for this type needs. */
export const liveExpansion = ['customer', 'discounts.source.coupon'];

function toDiscount(discount: string | Stripe.Discount): LiveDiscount[] {
  if (typeof discount === 'string') return [];
  const { coupon } = discount.source;
  return [{ id: discount.id, once: typeof coupon === 'object' && coupon?.duration === 'once', end: discount.end }];
}

/** The default card of the expanded customer; null if there is none, or if the customer is deleted. */
export const customersCard = ({
  customer,
}: Pick<Stripe.Subscription, 'customer'>): string | Stripe.PaymentMethod | null =>
  typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null;

/** `subscription` must be requested with {@link liveExpansion}. */
export function toLiveSubscription(subscription: Stripe.Subscription): LiveSubscription {
  const { customer, items } = subscription;
  return {
    id: subscription.id,
    customerId: idOf(customer) ?? '',
    status: subscription.status,
    ...arrangementOf(subscription),
    items: items.data.map(({ id, price, quantity }) => ({
      id,
      priceId: price.id,
      productId: idOf(price.product) ?? '',
      quantity: quantity ?? 1,
    })),
    periodStart: Math.max(0, ...items.data.map((item) => item.current_period_start)),
    periodEnd: items.data.length > 0 ? Math.min(...items.data.map((item) => item.current_period_end)) : 0,
    endsAt: subscription.cancel_at,
    endsAtPeriodEnd: subscription.cancel_at_period_end,
    hasCard: (subscription.default_payment_method ?? customersCard(subscription)) !== null,
    discounts: subscription.discounts.flatMap(toDiscount),
    latestInvoiceId: idOf(subscription.latest_invoice) ?? null,
    pendingInvoiceId: pendingInvoiceOf(subscription),
  };
}

export async function readSubscription(id: string, options: RequestBudget = {}): Promise<LiveSubscription | undefined> {
  const subscription = await unlessMissing(stripe(options).subscriptions.retrieve(id, { expand: liveExpansion }));
  return subscription && toLiveSubscription(subscription);
}

/** The current state of a subscription at Stripe; refuses with SUBSCRIPTION_NOT_FOUND. */
export async function requireSubscription(id: string, options: RequestBudget): Promise<LiveSubscription> {
  const live = await readSubscription(id, options);
  if (!live) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return live;
}

/**
 * The new quantity of an item; an item that does not exist yet is named by its price. `added`: how many of it are
 * charged, if others of it are paid for as another item; all above what was billed if left out.
 */
export type ItemTarget = ({ id: string } | { priceId: string; productId: string }) & {
  quantity: number;
  added?: number;
};

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

/** Lets a subscription renew or end with its period. Idempotent: the same request again changes nothing. */
export async function setRenewal(live: LiveSubscription, renews: boolean, options: RequestBudget): Promise<void> {
  // A custom date is cleared by `cancel_at`, the end of the period by its flag; Stripe refuses both in one request.
  const params = renews && !live.endsAtPeriodEnd ? { cancel_at: '' as const } : { cancel_at_period_end: !renews };
  await stripe(options).subscriptions.update(live.id, params);
}

/** Plans the end of a subscription for a time, in unix seconds, or takes it back (null). */
export async function planEnd(id: string, endsAt: number | null, options: RequestBudget): Promise<void> {
  const params = { cancel_at: endsAt ?? ('' as const), proration_behavior: 'none' as const };
  await stripe(options).subscriptions.update(id, params);
}

/** Ends a subscription now, without refund, credit or last invoice; open invoices stay open. Safe to repeat. */
export async function cancelAtOnce(id: string, options: RequestBudget): Promise<void> {
  await unlessMissing(stripe(options).subscriptions.cancel(id, { invoice_now: false, prorate: false }));
}
