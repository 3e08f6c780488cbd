import type { Stripe } from 'stripe';
import { findTaxRate } from '#shared/find-tax-rate';
import { catalogue } from '#shared/model/catalogue';
import type { DocumentContent } from '#shared/model/document';
import { sumsByShop } from '#shared/model/document-year';
import { coversPeriod, reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { splitIntoTiers, tiers, type Tier } from '#shared/model/pricing';
import { taxRates } from '#shared/model/tax-rates';
import { numbers, randomCases } from '../../../local/testing/random';
import { readCreditNote } from '../../adapters/stripe/read-credit-note';
import { readInvoice } from '../../adapters/stripe/read-invoice';
import { previewNext } from '../../adapters/stripe/preview-next';
import { setCard, startOfYear } from '../../testing/subscribed-shop';
import { startPaymentServices } from '../../testing/payment-services';
import { testServices } from '../../testing/test-services';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer));
const day = 86_400;
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Histories of a batch: subscriptions of two customers, one of whose cards fails now and then. */
const batchSize = 40;

interface World {
  random: () => number;
  prices: Record<Tier, string>;
  coupons: string[];
  rate: string;
  customer: string;
  goodCard: string;
  badCard: string;
}

async function createCustomer(): Promise<Stripe.Customer> {
  const customer = await services.stripe.customers.create({ name: '青山店' });
  await setCard(services, customer.id, 'pm_card_visa');
  return customer;
}

async function createWorld(seed: number): Promise<World> {
  const { stripe } = services;
  const { data } = await stripe.prices.list({ lookup_keys: catalogue.map(({ lookupKey }) => lookupKey) });
  const prices = Object.fromEntries(
    catalogue.map(({ tier, lookupKey }) => [tier, data.find((price) => price.lookup_key === lookupKey)?.id ?? '']),
  ) as World['prices'];
  const coupons = await Promise.all(
    (
      [
        { percent_off: 33, duration: 'forever' },
        { percent_off: 50, duration: 'once' },
        { amount_off: 3_333, currency: 'jpy', duration: 'repeating', duration_in_months: 2 },
        { amount_off: 99_999, currency: 'jpy', duration: 'once' },
      ] as const
    ).map(async (coupon) => (await stripe.coupons.create(coupon)).id),
  );
  const customer = await createCustomer();
  const { id: goodCard } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const { id: badCard } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  const rate = (await findTaxRate(stripe, taxRates.consumption))?.id ?? '';
  return { random: numbers(seed), prices, coupons, rate, customer: customer.id, goodCard, badCard };
}

type Items = { price: string; quantity: number }[];
function itemsOf({ prices }: World, total: number): Items {
  const split = splitIntoTiers(total);
  return tiers.map((tier) => ({ price: prices[tier], quantity: split[tier] }));
}

const begin = (world: World, customer = world.customer): Promise<Stripe.Subscription> => {
  const { random, rate, coupons } = world;
  const trial = pick(random, [0, 0, 0, 14, 35]);
  return services.stripe.subscriptions.create({
    customer,
    default_tax_rates: [rate],
    items: itemsOf(world, 1 + Math.floor(random() * 12)).filter(({ quantity }) => quantity > 0),
    ...(trial > 0 && { trial_period_days: trial }),
    ...(random() < 0.4 && { discounts: [{ coupon: pick(random, coupons) }] }),
  });
};

/** Another number of devices, charged at once or with the next renewal; it keeps the items that it can. */
async function change(world: World, { id }: Stripe.Subscription): Promise<void> {
  const { random } = world;
  const { items, status } = await services.stripe.subscriptions.retrieve(id);
  if (status !== 'active' && status !== 'trialing') return;
  const wanted = itemsOf(world, 1 + Math.floor(random() * 12));
  await services.stripe.subscriptions.update(id, {
    items: wanted.flatMap(({ price, quantity }): Stripe.SubscriptionUpdateParams.Item[] => {
      const own = items.data.find((item) => item.price.id === price);
      if (own) return [{ id: own.id, quantity }];
      return quantity > 0 ? [{ price, quantity }] : [];
    }),
    proration_behavior: pick(random, ['always_invoice', 'create_prorations']),
  });
}

/** What staff do with an invoice: void or pay an open one, or take a part of it back. */
async function settle({ random, goodCard }: World, invoice: Stripe.Invoice): Promise<void> {
  const { stripe } = services;
  const { id, status, lines, amount_remaining: remaining } = invoice;
  const act = random();
  if (status === 'open' && act < 0.2) await stripe.invoices.voidInvoice(id);
  else if (status === 'open' && act < 0.6) await stripe.invoices.pay(id, { payment_method: goodCard });
  else if ((status === 'open' || status === 'paid') && act < 0.75) {
    const line = lines.data.find((one) => one.amount > 1_000 && (one.discount_amounts ?? []).length === 0);
    const amount = 500 + Math.floor(random() * 500);
    if (!line || invoice.total < amount || (status === 'open' && remaining < 2 * amount)) return;
    await stripe.creditNotes.create({
      invoice: id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: line.id, amount }],
      ...(status === 'paid' && { [random() < 0.5 ? 'credit_amount' : 'out_of_band_amount']: amount }),
    });
  }
}

async function pass(days: number): Promise<void> {
  services.clock.advance(days * day * 1000);
  await services.emulator.tick();
}

/** The next charges of subscriptions as the portal previews them. */
const previewsOf = async (subscriptions: readonly Stripe.Subscription[]): Promise<Map<string, number | undefined>> =>
  new Map(await Promise.all(subscriptions.map(async ({ id }) => [id, (await previewNext(id))?.amount] as const)));

/** Each preview is the amount of the renewal that came next; returns how many renewals came. */
async function checkPreviews(previews: ReadonlyMap<string, number | undefined>, since: number): Promise<number> {
  let renewed = 0;
  for (const [subscription, amount] of previews) {
    const { data } = await services.stripe.invoices.list({ subscription, created: { gt: since }, limit: 10 });
    const next = data.findLast((invoice) => invoice.billing_reason === 'subscription_cycle');
    if (!next) continue;
    expect([subscription, next.amount_due]).toEqual([subscription, amount]);
    renewed += 1;
  }
  return renewed;
}

/** The sum of the amounts that reasons name. */
const yenIn = (reasons: readonly string[]): number =>
  reasons.reduce((sum, reason) => {
    const [, sign = '', amount = ''] = /([＋−])([\d,]+)円$/.exec(reason) ?? [];
    return sum + (sign === '−' ? -1 : 1) * Number(amount.replaceAll(',', ''));
  }, 0);

function checkSums(content: DocumentContent, endingBalance: number): void {
  const { id, lines, total, startingBalance, lowered = 0, amountDue, taxes } = content;
  expect([id, lines.reduce((sum, line) => sum + line.amount - line.discount, 0)]).toEqual([id, total]);
  expect([id, total + startingBalance - lowered - endingBalance]).toEqual([id, amountDue]);
  if (taxes.length > 0) expect([id, taxes.reduce((sum, { taxed }) => sum + taxed, 0)]).toEqual([id, total]);
  for (const line of lines)
    expect(sentenceOf(line)).toMatch(/^(Revonizer .*(円）|割引.*円|（.*）|差し引き|減額・返金する分)|延滞.*)/);
}

/** All invoices and credit notes of the batch, as the archive has them, the oldest first. */
async function archived(customer: string): Promise<DocumentContent[]> {
  const { stripe } = services;
  const contents: DocumentContent[] = [];
  for await (const invoice of stripe.invoices.list({ customer, limit: 100 })) {
    const reading = await readInvoice(invoice.id ?? '', undefined);
    if (!reading) continue;
    const content = { ...reading.content, storeName: '青山店' };
    expect([content.total, content.amount]).toEqual([
      invoice.total,
      invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    ]);
    checkSums(content, invoice.ending_balance ?? 0);
    contents.push(content);
  }
  for await (const { id, total } of stripe.creditNotes.list({ customer, limit: 100 })) {
    const { content } = await readCreditNote(id, undefined);
    expect(content.lines.reduce((sum, line) => sum + line.amount - line.discount, 0)).toBe(-total);
    contents.push({ ...content, storeName: '青山店' });
  }
  return contents.toReversed();
}

/** Of each subscription, each invoice for a period is compared with the one before. */
function checkMonths(contents: readonly DocumentContent[]): number {
  const last = new Map<string, DocumentContent>();
  let compared = 0;
  for (const content of contents) {
    const of = content.subscriptionId ?? '';
    if (content.kind !== 'invoice' || content.state === 'void' || !coversPeriod(content)) continue;
    const previous = last.get(of);
    if (previous) {
      expect(yenIn(reasonsFor(content, previous))).toBe(content.amount - previous.amount);
      compared += 1;
    }
    last.set(of, content);
  }
  return compared;
}

test.each(Array.from({ length: randomCases(1_000 / batchSize) }, (_, index) => index + 1))(
  '44 histories with changes, promotions, trials, late payments, voids and credits add up: batch %i',
  async (seed) => {
    startOfYear(services);
    const world = await createWorld(seed);
    const { random, customer } = world;
    const subscriptions: Stripe.Subscription[] = [];
    for (let index = 0; index < batchSize; index += 1) subscriptions.push(await begin(world));
    // Of customers of their own: what else happens to a customer before the renewal changes it too.
    const alone: Stripe.Subscription[] = [];
    for (let index = 0; index < 4; index += 1) alone.push(await begin(world, (await createCustomer()).id));
    let renewed = 0;
    for (let round = 0; round < 2; round += 1) {
      await pass(5 + Math.floor(random() * 15));
      for (const subscription of [...subscriptions, ...alone]) if (random() < 0.4) await change(world, subscription);
      const late = pick(random, subscriptions);
      await services.stripe.subscriptions.update(late.id, { default_payment_method: world.badCard });
      await services.stripe.invoiceItems.create({
        customer,
        subscription: pick(random, subscriptions).id,
        amount: 321,
        currency: 'jpy',
        description: '延滞損害金',
        tax_rates: [],
      });
      const previews = await previewsOf(alone);
      const since = Math.floor(services.clock.now() / 1000);
      await pass(28);
      renewed += await checkPreviews(previews, since);
      const { data } = await services.stripe.invoices.list({ customer, limit: 20 });
      for (const invoice of data) await settle(world, invoice);
    }
    expect(renewed).toBeGreaterThan(0);
    const contents = await archived(customer);
    expect(checkMonths(contents)).toBeGreaterThan(0);
    const sums = (state: DocumentContent['state']) =>
      contents.filter((one) => one.state === state).reduce((sum, { amount }) => sum + Math.abs(amount), 0);
    const months = sumsByShop(contents).flatMap((shop) => shop.months);
    expect(months.reduce((sum, { paid }) => sum + paid, 0)).toBe(sums('paid'));
    expect(months.reduce((sum, { open }) => sum + open, 0)).toBe(sums('open'));
    expect(months.reduce((sum, { credited }) => sum + credited, 0)).toBe(sums('credited'));
  },
);
