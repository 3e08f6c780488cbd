import { findTaxRate, taxRates } from '#shared/catalogue';
import { logger } from '#functions/platform/logger';
import { charging, stripe, type RequestBudget, type WriteOptions, idOf } from '#functions/platform/stripe/client';
import { unlessMissing } from '#functions/platform/stripe/errors';
import type { Stripe } from 'stripe';
import { productNames } from './catalogue';
import { invoiceOutcome, voidInvoice, type InvoiceOutcome } from './owed-invoices';

/** Metadata that the staff read in Stripe's dashboard before devices are sent (docs/runbook.md). */
export const staffKeys = { consent: '同意', card: 'カード' } as const;
export const cardNotes = { none: 'なし', saved: '登録済み' } as const;

/**
 * The parameters that add consumption tax to the invoices of a new subscription (decisions/subscriptions). If the
 * account has no rate, customers can still subscribe: the subscription is made without tax, an error is logged, and
 * `npm run catalogue` adds the rate afterwards.
 */
async function consumptionTax({ until }: RequestBudget): Promise<{ default_tax_rates?: string[] }> {
  const rate = await findTaxRate(stripe({ until }), taxRates.consumption);
  if (rate) return { default_tax_rates: [rate.id] };
  logger.error('the Stripe account has no tax rate, so that invoices carry no tax: run "npm run catalogue"');
  return {};
}

/**
 * Payment settings of a subscription that has its card: no payment changes it, because one of an older card may be
 * confirmed after another card was chosen (decisions/subscriptions).
 */
export const fixedCard = { save_default_payment_method: 'off' } as const;

/** The subscription to make. `trialDays`: absent if paid from the first day. `isFree`: nothing is to be paid. */
export interface PlannedSubscription {
  items: { priceId: string; quantity: number }[];
  trialDays?: number;
  isFree?: true;
  promotionCode?: PlannedPromotion;
}

/** The same with what its customer and the staff know of it. */
export interface NewSubscription extends PlannedSubscription {
  customerId: string;
  userId: string;
  /** The request that made it (openings/opening-plan.ts). */
  madeBy: string;
  /** What the owner agreed to, for the staff. */
  consent: string;
  /** Whether there is a card that pays; setSubscriptionCard notes the one that comes later. */
  hasCard: boolean;
}

/** A promotion code that was checked and will be redeemed. */
export interface PlannedPromotion {
  id: string;
  /** The code as its customer types it. */
  code: string;
  /** The trial's coupon instead of the code, whose minimum Stripe compares with 0 yen (decisions/subscriptions). */
  couponInTrial?: string;
}

/** The data that the browser needs to save the card of a trial, or to pay the first month of one without. */
export interface CreatedSubscription {
  subscriptionId: string;
  clientSecret: string;
}

const expand = ['pending_setup_intent', 'latest_invoice.confirmation_secret'];

const toDiscount = (
  { id, couponInTrial }: PlannedPromotion,
  trial: boolean,
): Stripe.SubscriptionCreateParams.Discount =>
  trial && couponInTrial !== undefined ? { coupon: couponInTrial } : { promotion_code: id };

/** Stripe's parameters of a new subscription. A trial without a card ends canceled (decisions/subscriptions). */
const toNewSubscription = (subscription: NewSubscription): Stripe.SubscriptionCreateParams => ({
  customer: subscription.customerId,
  items: subscription.items.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
  ...(subscription.trialDays !== undefined && {
    trial_period_days: subscription.trialDays,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  }),
  payment_settings: { ...fixedCard, payment_method_types: ['card'] },
  billing_mode: { type: 'flexible' },
  ...(subscription.promotionCode && {
    discounts: [toDiscount(subscription.promotionCode, subscription.trialDays !== undefined)],
  }),
  metadata: {
    userId: subscription.userId,
    madeBy: subscription.madeBy,
    [staffKeys.consent]: subscription.consent,
    [staffKeys.card]: subscription.hasCard ? cardNotes.saved : cardNotes.none,
    ...(subscription.promotionCode && { promotionCode: subscription.promotionCode.code }),
  },
});

/** The parameters for a new shop's subscription, which waits for its card (`default_incomplete`). */
export const toSubscriptionParams = (subscription: NewSubscription): Stripe.SubscriptionCreateParams => ({
  ...toNewSubscription(subscription),
  payment_behavior: 'default_incomplete',
  // Without a trial the first payment brings the card.
  ...(subscription.trialDays === undefined && {
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
  }),
  expand,
});

function toCreated({ id, pending_setup_intent, latest_invoice }: Stripe.Subscription): CreatedSubscription {
  const setup = typeof pending_setup_intent === 'object' ? pending_setup_intent?.client_secret : undefined;
  const payment = typeof latest_invoice === 'object' ? latest_invoice?.confirmation_secret?.client_secret : undefined;
  const clientSecret = setup ?? payment;
  if (!clientSecret) throw new Error(`The subscription ${id} has no intent for its card`);
  return { subscriptionId: id, clientSecret };
}

export async function createSubscription(
  subscription: NewSubscription,
  options: WriteOptions,
): Promise<CreatedSubscription> {
  const params = { ...toSubscriptionParams(subscription), ...(await consumptionTax(options)) };
  return toCreated(await stripe(options).subscriptions.create(params));
}

/** A subscription that was created before, as its creation responded. */
export const readCreated = async (id: string, options: RequestBudget): Promise<CreatedSubscription> =>
  toCreated(await stripe(options).subscriptions.retrieve(id, { expand }));

/** A current or former subscription of a shop: the facts that decide about another one. */
export interface ShopSubscription {
  id: string;
  status: Stripe.Subscription.Status;
  /** The request that made it (openings/opening-plan.ts). */
  madeBy: string | undefined;
  /** Whether it rents devices: one of its products is in the catalogue. */
  rents: boolean;
  latestInvoiceId: string | undefined;
}

const productsOf = (subscription: Stripe.Subscription): string[] =>
  subscription.items.data.flatMap((item) => idOf(item.price.product) ?? []);

/** All current and former subscriptions of a shop, newest first. */
export async function subscriptionsOfShop(customerId: string, options: RequestBudget): Promise<ShopSubscription[]> {
  const { data } = await stripe(options).subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
  const products = await productNames(data.flatMap(productsOf), options);
  return data.map((one) => ({
    id: one.id,
    status: one.status,
    madeBy: one.metadata['madeBy'],
    rents: productsOf(one).some((product) => products.get(product)?.tier !== undefined),
    latestInvoiceId: idOf(one.latest_invoice),
  }));
}

export interface BegunSubscription {
  subscriptionId: string;
  firstPayment: InvoiceOutcome;
}

/** A subscription of a shop and the card that pays it. Without `trialDays` the first payment is due at once. */
export type PaidSubscription = NewSubscription & { paymentMethodId: string };

async function toBegun(
  subscription: Pick<Stripe.Subscription, 'id' | 'status' | 'latest_invoice'>,
  options: RequestBudget,
): Promise<BegunSubscription> {
  const { id: subscriptionId, status } = subscription;
  const invoiceId = idOf(subscription.latest_invoice);
  if (status === 'trialing' || invoiceId === undefined) return { subscriptionId, firstPayment: { status: 'none' } };
  return {
    subscriptionId,
    firstPayment: status === 'incomplete_expired' ? { status: 'over' } : await invoiceOutcome(invoiceId, options),
  };
}

/**
 * Creates a subscription with a saved card and collects the first payment. If that fails, it stays incomplete
 * (docs.stripe.com/billing/subscriptions/overview#payment-behavior), so that the card holder can complete 3-D Secure.
 */
export async function beginSubscription(
  { paymentMethodId, ...wanted }: PaidSubscription,
  options: WriteOptions,
): Promise<BegunSubscription> {
  const params: Stripe.SubscriptionCreateParams = {
    ...toNewSubscription(wanted),
    ...(await consumptionTax(options)),
    default_payment_method: paymentMethodId,
    payment_behavior: 'allow_incomplete',
  };
  const client = wanted.trialDays === undefined ? charging(options) : stripe(options);
  return toBegun(await client.subscriptions.create(params), { until: options.until });
}

export async function begunSubscription(subscriptionId: string, options: RequestBudget): Promise<BegunSubscription> {
  return toBegun(await stripe(options).subscriptions.retrieve(subscriptionId), options);
}

/** Removes a subscription that was never paid, its invoice first; false if it was paid meanwhile. Safe to repeat. */
export async function cancelIncomplete(
  { id, latestInvoiceId }: Pick<ShopSubscription, 'id' | 'latestInvoiceId'>,
  options: RequestBudget,
): Promise<boolean> {
  if (latestInvoiceId !== undefined && !(await voidInvoice(latestInvoiceId, options))) return false;
  await unlessMissing(stripe(options).subscriptions.cancel(id));
  return true;
}
