import type { Stripe } from 'stripe';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
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
  /**
   * The invoice that an update of its items waits for (docs.stripe.com/billing/subscriptions/pending-updates); it is
   * its latest one.
   */
  pendingInvoiceId: string | null;
}

/**
 * What the staff arranged for a subscription. A schedule comes first: it owns the end too (fact
 * `schedule-owns-the-end`; docs.stripe.com/billing/subscriptions/pause-payment).
 */
export function arrangementOf({
  schedule,
  pause_collection: paused,
  collection_method: method,
}: Pick<Stripe.Subscription, 'schedule' | 'pause_collection' | 'collection_method'>): { arrangement?: Arrangement } {
  if (schedule) return { arrangement: 'scheduled' };
  if (paused) return { arrangement: 'uncollected' };
  return method === 'send_invoice' ? { arrangement: 'invoiced' } : {};
}

/** The expansion that a request for this type needs. */
export const liveExpansion = ['customer', 'discounts.source.coupon'];

function toDiscount(discount: string | Stripe.Discount): LiveDiscount[] {
  if (typeof discount === 'string') return [];
  const { coupon } = discount.source;
  return [{ id: discount.id, once: typeof coupon === 'object' && coupon?.duration === 'once', end: discount.end }];
}

/** `subscription` must be requested with {@link liveExpansion}. */
export function toLiveSubscription(subscription: Stripe.Subscription): LiveSubscription {
  const { customer, items } = subscription;
  const customersCard =
    typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  const latestInvoiceId = idOf(subscription.latest_invoice) ?? null;
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
    hasCard: (subscription.default_payment_method ?? customersCard) !== null,
    discounts: subscription.discounts.flatMap(toDiscount),
    latestInvoiceId,
    pendingInvoiceId: subscription.pending_update ? latestInvoiceId : null,
  };
}

/** Undefined if there is no such subscription. */
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
