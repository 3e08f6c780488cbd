import type { Stripe } from 'stripe';
import type { StripeAddress } from '#shared/model/address';
import { metadataKeys, type Payment, type ShopRecord, type Subscription } from '#shared/model/customer';
import { hasNotBegun, subscriptionStatuses, type SubscriptionStatus } from '#shared/model/subscription';
import { tiers, type Tier, takenOff } from '#shared/model/pricing';
import { sum } from '#shared/numbers';
import { arrangementOf } from '#functions/billing/live-subscription';
import { dueAtOf, isOwed, payingCard } from '#functions/billing/owed-invoices';
import type { CouponTerms } from '#functions/billing/promotion-codes';
import { idOf } from '#functions/platform/stripe/client';

export type ProductNames = ReadonlyMap<string, Subscription['items'][number]['product']>;

const tierOf = (text: string | undefined): Tier | undefined => tiers.find((tier) => tier === text);

export const toProduct = (product: Stripe.Product): Subscription['items'][number]['product'] => {
  const tier = tierOf(product.metadata['tier']);
  return { name: product.name, description: product.description, ...(tier && { tier }) };
};

const toAddress = (address: Stripe.Address): StripeAddress => ({
  postal_code: address.postal_code,
  state: address.state,
  city: address.city,
  line1: address.line1,
  line2: address.line2,
});

/** The card of an expanded payment method; null for other kinds and for a plain id. */
function toPaymentMethod(
  method: string | Stripe.PaymentMethod | null | undefined,
): Subscription['default_payment_method'] {
  if (!method || typeof method === 'string') return null;
  const { card, created } = method;
  if (!card) return { card: null, created };
  const { brand, last4, exp_month, exp_year } = card;
  return { card: { brand, last4, exp_month, exp_year }, created };
}

/** A customer in the specification's shape (spec 3). `card` is its expanded default payment method. */
export function toCustomer(
  customer: Stripe.Customer,
  card: string | Stripe.PaymentMethod | null,
): ShopRecord['customer'] {
  const { [metadataKeys.salonName]: salonName, [metadataKeys.agencyName]: agencyName } = customer.metadata;
  const { shipping } = customer;
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    phone: customer.phone ?? null,
    created: customer.created,
    address: customer.address ? toAddress(customer.address) : null,
    shipping: shipping?.address
      ? { address: toAddress(shipping.address), name: shipping.name ?? null, phone: shipping.phone ?? null }
      : null,
    default_payment_method: toPaymentMethod(card),
    metadata: {
      ...(salonName !== undefined && { [metadataKeys.salonName]: salonName }),
      ...(agencyName !== undefined && { [metadataKeys.agencyName]: agencyName }),
    },
  };
}

const statusOf = (status: string): SubscriptionStatus => {
  const known = subscriptionStatuses.find((one) => one === status);
  if (!known) throw new Error(`Stripe has a subscription status that is not known here: ${status}`);
  return known;
};

/** The planned end in unix seconds, by the flag (at `periodEnd`) or `cancel_at` of flexible billing; null for none. */
export function plannedEnd(
  subscription: Pick<Stripe.Subscription, 'status' | 'cancel_at_period_end' | 'cancel_at'>,
  periodEnd: number,
): number | null {
  if (subscription.status === 'canceled') return null;
  return subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null);
}

/** The coupons of a subscription's discounts, which must be expanded. */
export const couponsOf = ({ discounts }: Pick<Stripe.Subscription, 'discounts'>): string[] =>
  discounts.flatMap((discount) => (typeof discount === 'string' ? [] : (idOf(discount.source.coupon) ?? [])));

/**
 * What each discount of a subscription takes off its present items at the end of the period; those of deleted coupons
 * are left out. Each lowers what the one before it leaves (docs.stripe.com/billing/subscriptions/coupons; fact
 * `second-discount-of-the-rest`); one that has ended by then leaves all.
 */
function toDiscounts(
  { discounts, items }: Pick<Stripe.Subscription, 'discounts' | 'items'>,
  coupons: ReadonlyMap<string, CouponTerms>,
  periodEnd: number,
): Subscription['discounts'] {
  const left = items.data.map(({ price, quantity }) => (price.unit_amount ?? 0) * (quantity ?? 1));
  return discounts.flatMap((discount) => {
    if (typeof discount === 'string') return [];
    const terms = coupons.get(idOf(discount.source.coupon) ?? '');
    if (!terms) return [];
    const lowers = ({ price }: Stripe.SubscriptionItem): boolean =>
      !terms.products || terms.products.includes(idOf(price.product) ?? '');
    const taken = takenOff(
      items.data.map((item, line) => (lowers(item) ? (left[line] ?? 0) : 0)),
      terms,
    );
    if (discount.end === null || discount.end > periodEnd)
      for (const [line, yen] of taken.entries()) left[line] = (left[line] ?? 0) - yen;
    const code = typeof discount.promotion_code === 'object' ? (discount.promotion_code?.code ?? null) : null;
    return [{ code, amount: sum(taken), once: terms.once, end: discount.end }];
  });
}

/** A subscription as specified: its period from its items' periods, its card by {@link payingCard}. */
export function toSubscription(
  subscription: Stripe.Subscription,
  products: ProductNames,
  customersCard: string | Stripe.PaymentMethod | null,
  coupons: ReadonlyMap<string, CouponTerms> = new Map(),
): Subscription {
  const starts = subscription.items.data.map((item) => item.current_period_start).filter(Number.isFinite);
  const periodEnd = Math.max(0, ...subscription.items.data.map((item) => item.current_period_end));
  const endsAt = plannedEnd(subscription, periodEnd);
  return {
    id: subscription.id,
    status: statusOf(subscription.status),
    ...arrangementOf(subscription),
    cancel_at_period_end: endsAt !== null && endsAt <= periodEnd,
    ends_at: endsAt,
    current_period_end: periodEnd,
    current_period_start: Math.min(periodEnd, ...starts),
    trial_end: subscription.trial_end,
    ...(subscription.ended_at && { ended_at: subscription.ended_at }),
    // An item with quantity 0 was removed by its owner; it is kept for its billing history (decisions/subscriptions).
    items: subscription.items.data
      .filter((item) => item.quantity !== 0)
      .map((item) => {
        const productId = idOf(item.price.product) ?? '';
        return {
          subscription_item_id: item.id,
          quantity: item.quantity ?? 1,
          product: products.get(productId) ?? { name: item.price.nickname ?? productId, description: null },
          amount: item.price.unit_amount ?? 0,
          currency: item.price.currency,
          interval: item.price.recurring?.interval ?? 'month',
          price_id: item.price.id,
        };
      }),
    discounts: toDiscounts(subscription, coupons, periodEnd),
    default_payment_method: toPaymentMethod(payingCard(subscription, customersCard)),
  };
}

/**
 * The payment status of an invoice, which Stripe no longer has. One that is owed has failed, but not the first of an
 * order that nobody has tried to pay yet.
 */
export function paymentStatus(...[invoice, subscription]: Parameters<typeof isOwed>): Payment['status'] {
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return 'canceled';
  if (subscription && hasNotBegun(subscription) && invoice.attempt_count === 0) return 'pending';
  return isOwed(invoice, subscription) ? 'failed' : 'pending';
}

/** The subscription that an invoice is for, in its parent (docs.stripe.com/api/invoices/object). */
export const subscriptionOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription) ?? null;

const creditedOf = (invoice: Stripe.Invoice): number =>
  invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;

/** The amount shown of an invoice, in yen: paid, or what is left to pay; of a void one what it asked for. */
export function shownAmount(
  invoice: Pick<Stripe.Invoice, 'status' | 'amount_paid' | 'amount_due' | 'amount_remaining'>,
): number {
  if (invoice.status === 'paid') return invoice.amount_paid;
  return invoice.status === 'void' ? invoice.amount_due : invoice.amount_remaining;
}

/** What bears the terms' late charge, and since when it was due: open renewals alone, as others began nothing. */
function lateOf(invoice: Stripe.Invoice): Payment['late'] {
  if (invoice.status !== 'open' || invoice.billing_reason !== 'subscription_cycle') return undefined;
  const since = dueAtOf(invoice);
  return since === null ? undefined : { amount: invoice.amount_paid + invoice.amount_remaining, since };
}

/** An invoice as a line of the payment history (spec 3); `subscription`: its own. */
export function toPayment(invoice: Stripe.Invoice, subscription?: Parameters<typeof isOwed>[1]): Payment {
  const [credited, late] = [creditedOf(invoice), lateOf(invoice)];
  return {
    id: invoice.id,
    amount: shownAmount(invoice),
    currency: invoice.currency,
    created: invoice.created,
    status: paymentStatus(invoice, subscription),
    ...(credited > 0 && { credited }),
    ...(late && { late }),
    invoice_pdf: invoice.invoice_pdf ?? null,
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    subscription: subscriptionOf(invoice),
  };
}
