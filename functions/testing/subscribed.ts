import type { Stripe } from 'stripe';
import { findTaxRate, taxRates } from '#shared/catalogue';
import { priceLookupKeys, splitIntoTiers, tiers } from '#shared/model/pricing';
import { idOf } from '#functions/platform/stripe/client';
import { refreshShop } from '#functions/shops/refresh-shop';
import type { PaymentServices, ShopOwner } from './payment-services';
import { giveShop } from './shops';

export interface SubscribedShop {
  customerId: string;
  subscriptionId: string;
}

export interface ShopWish {
  /** Number of devices; no items of the tiers if left out. */
  total?: number;
  /** A test card of Stripe's (docs.stripe.com/testing); `null`: none. */
  card?: string | null;
  trialDays?: number;
  /** Items besides the devices, by price. */
  others?: { price: string; quantity: number }[];
  discounts?: Stripe.SubscriptionCreateParams.Discount[];
  /** How Stripe prorates: `classic` if it was made before the portal; flexible if left out. */
  billing?: 'classic';
}

/** A monthly price of a product outside the catalogue. */
export async function createOtherPrice(
  { stripe }: PaymentServices,
  amount = 1_100,
  name = '延長保証',
): Promise<string> {
  const product = await stripe.products.create({ name });
  return (
    await stripe.prices.create({
      product: product.id,
      currency: 'jpy',
      unit_amount: amount,
      recurring: { interval: 'month' },
    })
  ).id;
}

/** The ids of the devices' prices by tier. */
export async function tierPrices({ stripe }: PaymentServices): Promise<Record<string, string>> {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(priceLookupKeys) });
  return Object.fromEntries(
    tiers.map((tier) => [tier, data.find((one) => one.lookup_key === priceLookupKeys[tier])?.id ?? '']),
  );
}

/** The items of a subscription with so many devices. */
export const tierItems = (prices: Record<string, string>, total: number): { price: string; quantity: number }[] =>
  Object.entries(splitIntoTiers(total)).flatMap(([tier, quantity]) =>
    quantity > 0 ? [{ price: prices[tier] ?? '', quantity }] : [],
  );

/** Gives a customer another default card. */
export async function setCard({ stripe }: PaymentServices, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

/** A shop of the owner with a subscription that began now, in both Stripe and the portal. */
export async function createSubscribedShop(
  services: PaymentServices,
  owner: ShopOwner,
  wish: ShopWish = {},
): Promise<SubscribedShop> {
  const { stripe } = services;
  const { total, card = 'pm_card_visa', trialDays, others = [], discounts, billing } = wish;
  const customer = await stripe.customers.create({ name: '青山店', email: 'owner@example.jp' });
  if (card !== null) await setCard(services, customer.id, card);
  const devices = total === undefined ? [] : tierItems(await tierPrices(services), total);
  const rate = await findTaxRate(stripe, taxRates.consumption);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [...devices, ...others],
    ...(rate && { default_tax_rates: [rate.id] }),
    ...(trialDays !== undefined && { trial_period_days: trialDays }),
    ...(discounts && { discounts }),
    ...(billing && { billing_mode: { type: billing } }),
  });
  await giveShop(owner.userId, customer.id);
  await refreshShop(owner.userId, customer.id);
  return { customerId: customer.id, subscriptionId: subscription.id };
}

/** The newest invoice of a customer, and the payment that paid it. */
export async function newestPayment(
  { stripe }: PaymentServices,
  customer: string,
): Promise<{ invoice: Stripe.Invoice; payment_intent: string }> {
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1, expand: ['data.payments'] })).data;
  if (!invoice) throw new Error('The customer has no invoice');
  return { invoice, payment_intent: idOf(invoice.payments?.data[0]?.payment.payment_intent ?? null) ?? '' };
}

/** Advances the clock to the next 15 January 03:00 UTC, so that pro-rata amounts are the same in every test. */
export function startOfYear({ clock }: PaymentServices): void {
  const year = new Date(clock.now()).getUTCFullYear() + 1;
  clock.advance(Date.UTC(year, 0, 15, 3) - clock.now());
}
