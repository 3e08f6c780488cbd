import type { Stripe } from 'stripe';
import { findTaxRate, catalogue, taxRates } from '#shared/catalogue';
import { splitIntoTiers, tiers, type Tier } from '#shared/model/pricing';
import { idOf } from '#functions/platform/stripe/client';
import type { PaymentServices, ShopOwner } from './payment-services';
import { giveShop } from './shops';

/** Shops of one owner whose histories chance decides, the same in each run by the seed of `random`. */
export interface RandomShops {
  stripe: Stripe;
  owner: ShopOwner;
  random: () => number;
  prices: Record<Tier, string>;
  coupons: string[];
  rate: string;
  shops: RandomShop[];
}

/** A shop with one history or, so that many are cheap, several: each subscription has its own. */
export interface RandomShop {
  customer: string;
  subscriptions: string[];
}

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const promotions: Stripe.CouponCreateParams[] = [
  { percent_off: 33, duration: 'forever' },
  { percent_off: 50, duration: 'once' },
  { amount_off: 3_333, currency: 'jpy', duration: 'repeating', duration_in_months: 2 },
  { amount_off: 99_999, currency: 'jpy', duration: 'once' },
];

type Items = { price: string; quantity: number }[];
function someItems({ prices, random }: RandomShops): Items {
  const split = splitIntoTiers(1 + Math.floor(random() * 12));
  return tiers.map((tier) => ({ price: prices[tier], quantity: split[tier] }));
}

async function subscribe(world: RandomShops, customer: string): Promise<string> {
  const { stripe, random, rate, coupons } = world;
  const trial = pick(random, [0, 0, 0, 14, 35]);
  const { id } = await stripe.subscriptions.create({
    customer,
    default_tax_rates: [rate],
    items: someItems(world).filter(({ quantity }) => quantity > 0),
    ...(trial > 0 && { trial_period_days: trial }),
    ...(random() < 0.4 && { discounts: [{ coupon: pick(random, coupons) }] }),
  });
  return id;
}

async function openShop(world: RandomShops, name: string, histories: number): Promise<void> {
  const { stripe, owner } = world;
  const customer = await stripe.customers.create({
    name,
    payment_method: 'pm_card_visa',
    address: { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', country: 'JP' },
  });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: data[0]?.id ?? '' } });
  const subscriptions: string[] = [];
  for (let index = 0; index < histories; index += 1) subscriptions.push(await subscribe(world, customer.id));
  await giveShop(owner.userId, customer.id);
  world.shops.push({ customer: customer.id, subscriptions });
}

/** Opens shops of an owner with so many histories together: with prorations, promotions and trials by chance. */
export async function openRandomShops(
  { stripe }: PaymentServices,
  owner: ShopOwner,
  count: number,
  random: () => number,
): Promise<RandomShops> {
  const { data } = await stripe.prices.list({ lookup_keys: catalogue.map(({ lookupKey }) => lookupKey) });
  const prices = Object.fromEntries(
    catalogue.map(({ tier, lookupKey }) => [tier, data.find((price) => price.lookup_key === lookupKey)?.id ?? '']),
  ) as Record<Tier, string>;
  const coupons: string[] = [];
  for (const promotion of promotions) coupons.push((await stripe.coupons.create(promotion)).id);
  const rate = (await findTaxRate(stripe, taxRates.consumption))?.id ?? '';
  const world: RandomShops = { stripe, owner, random, prices, coupons, rate, shops: [] };
  for (let left = count; left > 0;) {
    const histories = Math.min(left, pick(random, [1, 1, 8]));
    await openShop(world, `${world.shops.length + 1}号店`, histories);
    left -= histories;
  }
  return world;
}

/** Another number of devices, charged at once, with the next renewal or not at all; it keeps the items that it can. */
async function changeQuantity(world: RandomShops, subscription: string): Promise<void> {
  const { items, status } = await world.stripe.subscriptions.retrieve(subscription);
  if (status !== 'active' && status !== 'trialing') return;
  const changes = someItems(world).flatMap(({ price, quantity }): Stripe.SubscriptionUpdateParams.Item[] => {
    const own = items.data.find((item) => item.price.id === price);
    if (own) return [{ id: own.id, quantity }];
    return quantity > 0 ? [{ price, quantity }] : [];
  });
  await world.stripe.subscriptions.update(subscription, {
    items: changes,
    proration_behavior: pick(world.random, ['always_invoice', 'create_prorations', 'none']),
  });
}

async function changeCard({ stripe }: RandomShops, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

const lateCharge = ({ stripe }: RandomShops, customer: string, subscription: string): Promise<unknown> =>
  stripe.invoiceItems.create({
    customer,
    subscription,
    amount: 321,
    currency: 'jpy',
    description: '延滞損害金',
    tax_rates: [],
  });

/** What happens within a month to a subscription, by chance: most often another number of devices. */
async function live(world: RandomShops, customer: string, subscription: string): Promise<void> {
  const { random, stripe, coupons } = world;
  const act = random();
  if (act < 0.4) await changeQuantity(world, subscription);
  else if (act < 0.5) await lateCharge(world, customer, subscription);
  else if (act < 0.6)
    await stripe.subscriptions.update(subscription, { discounts: [{ coupon: pick(random, coupons) }] });
}

/** The same for a shop with all its subscriptions; its card may fail from now on, or work again. */
export async function liveMonth(world: RandomShops, { customer, subscriptions }: RandomShop): Promise<void> {
  const act = world.random();
  if (act < 0.2) await changeCard(world, customer, 'pm_card_chargeCustomerFail');
  else if (act < 0.3) await changeCard(world, customer, 'pm_card_mastercard');
  for (const subscription of subscriptions) await live(world, customer, subscription);
}

/** Takes a part of an invoice's line back; of a paid one by one of the three ways. */
async function credit({ stripe, random }: RandomShops, invoice: Stripe.Invoice): Promise<void> {
  const line = invoice.lines.data.find((one) => one.amount > 1_000 && (one.discount_amounts ?? []).length === 0);
  const amount = 500 + Math.floor(random() * 500);
  const { status, total, amount_remaining: remaining } = invoice;
  if (!line || total < amount || (status === 'open' && remaining < 2 * amount)) return;
  const ways = ['credit_amount', 'out_of_band_amount', ...(invoice.amount_paid >= amount ? ['refund_amount'] : [])];
  const note = await stripe.creditNotes.create({
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: line.id, amount }],
    ...(status === 'paid' && { [pick(random, ways)]: amount }),
  });
  if (status === 'open' && random() < 0.5) await stripe.creditNotes.voidCreditNote(note.id);
}

/** What staff do with an invoice, by chance: void, pay or give up an open one, take a part of it back. */
export async function settleInvoice(world: RandomShops, invoice: Stripe.Invoice): Promise<void> {
  const { stripe, random } = world;
  const act = random();
  const isOpen = invoice.status === 'open';
  if (isOpen && act < 0.2) await stripe.invoices.voidInvoice(invoice.id);
  else if (isOpen && act < 0.5)
    await stripe.invoices.pay(invoice.id, { payment_method: await goodCard(world, invoice) });
  else if (isOpen && act < 0.55) await stripe.invoices.markUncollectible(invoice.id);
  else if (isOpen || (invoice.status === 'paid' && act < 0.3)) await credit(world, invoice);
}

const goodCard = async ({ stripe }: RandomShops, { customer }: Stripe.Invoice): Promise<string> =>
  (await stripe.paymentMethods.attach('pm_card_visa', { customer: idOf(customer) ?? '' })).id;
