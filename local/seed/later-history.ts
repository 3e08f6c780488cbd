import type Stripe from 'stripe';
import { createSubscription } from '#shared/contract/billing';
import { priceLookupKeys } from '#shared/model/pricing';
import type { PortalClient } from '../portal-client';

/**
 * `active`: the trial is over; the first invoice was charged, or declined, which Stripe calls past due. `unpaid`: it
 * was declined, and Stripe tries no more. `increase-awaits`: active; one more device waits for 3-D Secure. `ending`:
 * active, and canceled at the end of the period. `ends-tomorrow`: its trial. `incomplete`: canceled in its trial; the
 * next subscription was ordered twice, and its first payment waits for 3-D Secure.
 */
export type LaterState =
  | 'trialing'
  | 'active'
  | 'unpaid'
  | 'increase-awaits'
  | 'ending'
  | 'canceled'
  | 'ends-tomorrow'
  | 'incomplete';

export interface OtherProduct {
  name: string;
  /** Yen a month, tax included. */
  unitAmount: number;
}

interface Opened {
  owner: PortalClient;
  stripe: Stripe;
  giveUpPaymentsOf: (customerId: string) => void;
  customerId: string;
  subscriptionId: string;
}

/** Seconds. */
const day = 86_400;

/** A card whose bank asks for 3-D Secure before every payment. */
const attachCautiousCard = ({ stripe, customerId: customer }: Opened): Promise<Stripe.PaymentMethod> =>
  stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });

/** Adds a device, as the portal does; the payment waits for 3-D Secure, and the device for the payment. */
async function increase(opened: Opened): Promise<void> {
  const { stripe, subscriptionId } = opened;
  const card = await attachCautiousCard(opened);
  const { items } = await stripe.subscriptions.update(subscriptionId, { default_payment_method: card.id });
  const [last] = items.data.slice(-1);
  if (!last) throw new Error(`The subscription ${subscriptionId} has no items`);
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: last.id, quantity: (last.quantity ?? 1) + 1 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
}

/** Orders one device, paid by a card whose bank asks for 3-D Secure; returns the new subscription. */
async function orderUnconfirmed(opened: Opened, attempt: number): Promise<string> {
  const { owner, stripe, customerId } = opened;
  const card = await attachCautiousCard(opened);
  const [first] = (await stripe.prices.list({ lookup_keys: [priceLookupKeys.FIRST_UNIT] })).data;
  if (!first) throw new Error('The catalogue has no price of the first device');
  const { subscriptionId } = await owner.send(createSubscription, {
    params: { customerId },
    body: { items: [{ price: first.id, quantity: 1 }], paymentMethodId: card.id, trial: false },
    headers: { 'idempotency-key': `order-${attempt}-for-${customerId}` },
  });
  return subscriptionId;
}

/** Brings a subscription into a state by Stripe's own API; returns the shop's newest subscription. */
export async function bringTo(state: LaterState, opened: Opened): Promise<string> {
  const { stripe, subscriptionId: id } = opened;
  if (state === 'unpaid') opened.giveUpPaymentsOf(opened.customerId);
  if (['active', 'unpaid', 'increase-awaits', 'ending'].includes(state))
    await stripe.subscriptions.update(id, { trial_end: 'now', proration_behavior: 'none' });
  if (state === 'ending') await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  if (state === 'ends-tomorrow') {
    const { created } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, { trial_end: created + day, proration_behavior: 'none' });
  }
  if (state === 'canceled' || state === 'incomplete') await stripe.subscriptions.cancel(id);
  if (state === 'increase-awaits') await increase(opened);
  if (state !== 'incomplete') return id;
  await orderUnconfirmed(opened, 1);
  return orderUnconfirmed(opened, 2);
}

/** Adds a monthly product without a tier to a subscription, as the staff do in Stripe's dashboard. */
export async function addOtherProduct(stripe: Stripe, subscriptionId: string, other: OtherProduct): Promise<void> {
  const product = await stripe.products.create({ name: other.name });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'jpy',
    unit_amount: other.unitAmount,
    tax_behavior: 'inclusive',
    recurring: { interval: 'month' },
  });
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ price: price.id, quantity: 1 }],
    proration_behavior: 'none',
  });
}
