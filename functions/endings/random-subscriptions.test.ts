import type { Stripe } from 'stripe';
import { catalogue } from '#shared/catalogue';
import { splitIntoTiers, tiers } from '#shared/model/pricing';
import { numbers } from '../../local/testing/random';
import { setRenewal, requireSubscription } from '#functions/billing/live-subscription';
import { startPaymentServices } from '#functions/testing/payment-services';
import { setCard } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { endAtOnce } from './end-subscription';
import { endingCosts } from './preview-ending';

const services = testServices(startPaymentServices);
const day = 86_400;
const subscriptions = 250;

const random = numbers(14);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** What one subscription must have paid in the end, and when it must end. */
interface Foreseen {
  id: string;
  endsAt: number;
  charges: { at: number; amount: number }[];
  owed: number;
  invoicesBefore: string[];
}

const coupons: Stripe.CouponCreateParams[] = [
  { percent_off: 10, duration: 'forever' },
  { amount_off: 1_000, currency: 'jpy', duration: 'repeating', duration_in_months: 2 },
  { percent_off: 50, duration: 'once' },
  { percent_off: 33, duration: 'repeating', duration_in_months: 3 },
  { amount_off: 30_000, currency: 'jpy', duration: 'once' },
];

async function begin(prices: Stripe.Price[], couponIds: string[]): Promise<{ id: string; customer: string }> {
  const { stripe } = services;
  const balance = random() < 0.2 ? Math.floor(random() * 40_000) - 30_000 : 0;
  const { id: customer } = await stripe.customers.create({ email: 'owner@example.jp', balance });
  await setCard(services, customer, 'pm_card_visa');
  const split = splitIntoTiers(1 + Math.floor(random() * 12));
  const items = tiers.flatMap((tier) => {
    const { lookupKey } = catalogue.find((one) => one.tier === tier) ?? {};
    const price = prices.find((one) => one.lookup_key === lookupKey);
    return price && split[tier] > 0 ? [{ price: price.id, quantity: split[tier] }] : [];
  });
  const { id } = await stripe.subscriptions.create({
    customer,
    items,
    billing_mode: { type: 'flexible' },
    ...(random() < 0.3 && { trial_period_days: 35 }),
    ...(random() < 0.5 && { discounts: [{ coupon: pick(couponIds) }] }),
  });
  return { id, customer };
}

const invoicesOf = async (id: string): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ subscription: id, limit: 100 })).data;

/** Lets something happen to a subscription before its owner thinks of its end. */
async function live({ id, customer }: { id: string; customer: string }): Promise<void> {
  if (random() < 0.15) await setCard(services, customer, 'pm_card_chargeCustomerFail');
  if (random() < 0.3) {
    const [item] = (await services.stripe.subscriptions.retrieve(id)).items.data;
    if (item && item.quantity !== undefined && item.quantity > 1)
      await services.stripe.subscriptions.update(id, {
        items: [{ id: item.id, quantity: item.quantity - 1 }],
        proration_behavior: 'none',
      });
  }
}

/** Chooses one of the ways and carries it out; sometimes the end of the renewal was taken back before. */
async function end(id: string): Promise<Foreseen | undefined> {
  const subscription = await requireSubscription(id, {});
  const { ways, owed } = await endingCosts(subscription, {});
  if (ways.length === 0) return undefined;
  const { way, endsAt, charges } = pick(ways);
  const invoicesBefore = (await invoicesOf(id)).map((invoice) => invoice.id);
  if (ways.length > 1 && random() < 0.2)
    for (const renews of [false, true]) await setRenewal(await requireSubscription(id, {}), renews, {});
  if (way === 'now') await endAtOnce(await requireSubscription(id, {}), {});
  else await setRenewal(subscription, false, {});
  return { id, endsAt, charges, owed, invoicesBefore };
}

test(`${subscriptions} random subscriptions to their end: charges, dates, states as shown, to the yen`, async () => {
  const { stripe, clock, emulator } = services;
  const { data: prices } = await stripe.prices.list({ lookup_keys: catalogue.map(({ lookupKey }) => lookupKey) });
  const couponIds = await Promise.all(coupons.map(async (coupon) => (await stripe.coupons.create(coupon)).id));
  const begun: { id: string; customer: string }[] = [];
  const foreseen: Foreseen[] = [];
  const days = 75;
  for (let passed = 0; passed < days; passed += 1) {
    while (begun.length < Math.ceil(((passed + 1) * subscriptions) / days)) begun.push(await begin(prices, couponIds));
    clock.advance((20 + Math.floor(random() * 8)) * 3_600_000);
    await emulator.tick();
    for (const subscription of begun.slice(-20)) if (random() < 0.2) await live(subscription);
    // After the hour in which a renewal's invoice is a draft, so that what is charged has been charged.
    for (const subscription of begun.filter(({ id }) => !foreseen.some((one) => one.id === id))) {
      if (random() > 0.04) continue;
      const planned = await end(subscription.id);
      if (planned) foreseen.push(planned);
    }
  }
  for (const { id } of begun.filter((one) => !foreseen.some((known) => known.id === one.id))) {
    const planned = await end(id);
    if (planned) foreseen.push(planned);
  }
  expect(foreseen).toHaveLength(subscriptions);
  clock.advance(500 * day * 1000);
  await emulator.tick();

  for (const { id, endsAt, charges, owed, invoicesBefore } of foreseen) {
    const after = await stripe.subscriptions.retrieve(id);
    const invoices = await invoicesOf(id);
    const made = invoices.filter((invoice) => !invoicesBefore.includes(invoice.id) && invoice.amount_due > 0);
    expect({
      id,
      status: after.status,
      endedAt: after.ended_at,
      // What is billed; a card that a bank declines meanwhile owes it.
      charges: made.toReversed().map((invoice) => ({ at: invoice.created, amount: invoice.amount_due })),
      owed: invoices
        .filter((invoice) => invoice.status === 'open' && !made.includes(invoice))
        .reduce((sum, one) => sum + one.amount_remaining, 0),
    }).toEqual({ id, status: 'canceled', endedAt: endsAt, charges, owed });
  }
});
