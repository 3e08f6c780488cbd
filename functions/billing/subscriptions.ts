import { findTaxRate, taxRates } from '#shared/catalogue';
import { logger } from '#functions/platform/logger';
import { stripe, type RequestBudget, type WriteOptions } from '#functions/platform/stripe/client';
import type { Stripe } from 'stripe';

/** Metadata that the staff read in Stripe's dashboard before devices are sent (docs/runbook.md). */
export const staffKeys = { consent: '同意', card: 'カード' } as const;
export const cardNotes = { none: 'なし', saved: '登録済み' } as const;

/**
 * The parameters that add consumption tax to the invoices of a new subscription (decisions/subscriptions). If the
 * account has no rate, customers can still subscribe: the subscription is made without tax, an error is logged, and
 * `npm run catalogue` adds the rate afterwards.
 */
export async function consumptionTax({ until }: RequestBudget): Promise<{ default_tax_rates?: string[] }> {
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

export interface NewSubscription {
  customerId: string;
  userId: string;
  /** The request that made it (openings/opening-plan.ts). */
  madeBy: string;
  items: readonly { priceId: string; quantity: number }[];
  /** Length of the trial; no trial if left out. */
  trialDays?: number;
  promotion?: PlannedPromotion;
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
export const toNewSubscription = (subscription: NewSubscription): Stripe.SubscriptionCreateParams => ({
  customer: subscription.customerId,
  items: subscription.items.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
  ...(subscription.trialDays !== undefined && {
    trial_period_days: subscription.trialDays,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  }),
  payment_settings: { ...fixedCard, payment_method_types: ['card'] },
  billing_mode: { type: 'flexible' },
  ...(subscription.promotion && {
    discounts: [toDiscount(subscription.promotion, subscription.trialDays !== undefined)],
  }),
  metadata: {
    userId: subscription.userId,
    madeBy: subscription.madeBy,
    [staffKeys.consent]: subscription.consent,
    [staffKeys.card]: subscription.hasCard ? cardNotes.saved : cardNotes.none,
    ...(subscription.promotion && { promotionCode: subscription.promotion.code }),
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
