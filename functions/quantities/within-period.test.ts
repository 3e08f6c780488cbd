import type { Stripe } from 'stripe';
import { catalogue } from '#shared/catalogue';
import { splitIntoTiers, tiers, type Charge, type Tier } from '#shared/model/pricing';
import { recentBilling } from '#functions/billing/recent-billing';
import { cataloguePrices } from '#functions/billing/catalogue';
import { previewNext } from '#functions/billing/preview-next';
import { previewIncrease } from '#functions/billing/preview-items';
import { numbers, randomCases } from '../../local/testing/random';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { identifyRequest } from '#functions/platform/identify-request';
import { increaseItems, requireSubscription, setItems } from '#functions/billing/live-subscription';
import { changeQuantities } from './change-quantities';
import { toQuantityItems, decideTargets } from './decide-quantities';
import { dropRemovedItems } from './continue-change';
import { previewQuantities } from './preview-quantities';
import { stepsOf } from './plan-change';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

const day = 86_400;
const smallestCharge = 50;
const priceOf = (tier: Tier): number => catalogue.find((one) => one.tier === tier)?.unitAmount ?? 0;

/** The quantity of one tier that was last charged for in the period, and the highest one. */
interface Paid {
  quantity: number;
  /** Yen, after discounts, for the time from `start` to the end of the period. */
  amount: number;
  start: number;
}

/**
 * The expected charge, calculated without any code of the product or the emulator: a quantity above the paid one is
 * charged once for the rest of the period, line by line in whole yen; everything else costs nothing.
 */
class Ledger {
  readonly paid = new Map<Tier, Paid>();
  /** An amount too small to be charged, which waits for the next invoice. Yen. */
  carried = 0;

  constructor(
    private readonly percentOff: number,
    readonly trial: boolean,
    readonly start: number,
    readonly end: number,
    total: number,
  ) {
    if (trial) return;
    const split = splitIntoTiers(total);
    for (const tier of tiers)
      this.paid.set(tier, { quantity: split[tier], amount: this.net(tier, split[tier]), start });
  }

  private net(tier: Tier, quantity: number): number {
    const full = priceOf(tier) * quantity;
    return full - Math.round((full * this.percentOff) / 100);
  }

  monthly(total: number): number {
    const split = splitIntoTiers(total);
    return tiers.reduce((sum, tier) => sum + this.net(tier, split[tier]), 0);
  }

  /** The charge for raising to a total at a moment; undefined if no invoice is due. */
  due(total: number, at: number): { amount: number; paid: Map<Tier, Paid> } | undefined {
    if (this.trial) return undefined;
    const split = splitIntoTiers(total);
    let amount = 0;
    const paid = new Map(this.paid);
    for (const tier of tiers) {
      const before = this.paid.get(tier) ?? { quantity: 0, amount: 0, start: this.start };
      if (split[tier] <= before.quantity) continue;
      const credit = Math.round((before.amount * (this.end - at)) / (this.end - before.start));
      const debit = Math.round((this.net(tier, split[tier]) * (this.end - at)) / (this.end - this.start));
      amount += debit - credit;
      paid.set(tier, { quantity: split[tier], amount: debit, start: at });
    }
    return paid.size === this.paid.size && [...paid].every(([tier, one]) => this.paid.get(tier) === one)
      ? undefined
      : { amount, paid };
  }
}

const moveTo = async (seconds: number): Promise<void> => {
  services.clock.advance(Math.max(0, seconds * 1000 - services.clock.now()));
  await services.emulator.tick();
};
const now = (): number => Math.floor(services.clock.now() / 1000);

const invoicesOf = async ({ subscriptionId }: SubscribedShop): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ subscription: subscriptionId, limit: 1 })).data;

/** The bank's page for the payment of the newest invoice. */
async function authenticate(shop: SubscribedShop, outcome: 'complete' | 'fail'): Promise<void> {
  const [newest] = await invoicesOf(shop);
  const { data } = await services.stripe.invoicePayments.list({ invoice: newest?.id ?? '' });
  const id = data[0]?.payment.payment_intent;
  const intent = await services.stripe.paymentIntents.retrieve(typeof id === 'string' ? id : '');
  const path = new URL(String(intent.next_action?.use_stripe_sdk?.['stripe_js']), services.urls.stripe).pathname;
  await fetch(`${services.urls.stripe}${path}`, { method: 'POST', body: new URLSearchParams({ outcome }) });
}

interface Step {
  to: number;
  at: number;
  bank: 'pays' | 'asks and is answered' | 'asks and fails';
}

/** The amount that the preview shows and that the invoice charges. Yen. */
interface Outcome {
  shown: number;
  charged: number;
}

/** Changes the total as an owner does: previews it, sends it, confirms at the bank, sends it again. */
async function change(shop: SubscribedShop, { to, at, bank }: Step): Promise<Outcome> {
  await moveTo(at);
  if (bank !== 'pays') await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
  const preview = await previewQuantities(shop.subscriptionId, { quantities: {}, total: to });
  const asked = { quantities: {}, total: to, prorationDate: preview.prorationDate };
  const caller = { userId: owner.userId, ...(await services.userItems(owner)) };
  const send = async (): Promise<Charge> =>
    (await changeQuantities(caller, shop.subscriptionId, asked, identifyRequest('change', asked, `change-at-${at}`)))
      .charge;
  let charge = await send();
  if (charge.status === 'requires_action') {
    await authenticate(shop, bank === 'asks and fails' ? 'fail' : 'complete');
    charge = await send().catch((): Charge => ({ status: 'none' }));
  }
  if (bank !== 'pays') await setCard(services, shop.customerId, 'pm_card_visa');
  return { shown: preview.dueNow, charged: charge.status === 'paid' ? charge.amount : 0 };
}

/** The steps of a change without its record, its lease and reading the shop back: the plan, its preview, its writes. */
async function changeDirectly({ subscriptionId }: SubscribedShop, { to, at }: Step): Promise<Outcome> {
  await moveTo(at);
  const before = await requireSubscription(subscriptionId, {});
  const targets = decideTargets(await toQuantityItems(before, {}), { quantities: {}, total: to });
  const [prices, { billed }] = await Promise.all([cataloguePrices({}), recentBilling(before, {})]);
  const { increases, rest, prorationDate } = stepsOf(before, { targets, prices, billed, prorationDate: at });
  const key = (step: string) => ({ idempotencyKey: `${subscriptionId}-${at}-${step}` });
  let [shown, charged] = [0, 0];
  if (increases.length > 0) {
    shown = (await previewIncrease(subscriptionId, increases, prorationDate, {})).amountDue;
    const { latestInvoiceId } = await increaseItems(
      subscriptionId,
      { increases, corrections: [], prorationDate },
      key('increase'),
    );
    charged = (await services.stripe.invoices.retrieve(latestInvoiceId ?? '')).amount_paid;
  }
  if (rest.length > 0) await setItems(subscriptionId, rest, key('rest'));
  return { shown, charged };
}

interface Period {
  /** Whether every change goes through the whole call; otherwise only those that the bank asks to confirm. */
  whole: boolean;
  shop: SubscribedShop;
  total: number;
  percentOff: number;
  trial: boolean;
  random: () => number;
}

/** Lets one period pass with some changes in it, compares every yen, and returns the total at its end. */
async function live({
  whole,
  shop,
  total,
  percentOff,
  trial,
  random,
}: Period): Promise<{ total: number; ups: number }> {
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  const { current_period_start: start = 0, current_period_end: end = 0 } = items.data[0] ?? {};
  const ledger = new Ledger(percentOff, trial, start, end, total);
  const steps = 1 + Math.floor(random() * 4);
  const times = Array.from({ length: steps }, () => now() + 60 + Math.floor(random() * (end - now() - day)));
  let [current, ups] = [total, 0];
  for (const at of times.toSorted((left, right) => left - right)) {
    const to = 1 + Math.floor(random() * (random() < 0.5 ? 6 : 20));
    const luck = random();
    const bank = luck < 0.1 ? 'asks and fails' : luck < 0.2 ? 'asks and is answered' : 'pays';
    const due = to > current ? ledger.due(to, at) : undefined;
    const wanted = (due?.amount ?? 0) + ledger.carried;
    const charged = due && wanted >= smallestCharge ? wanted : 0;
    const fails = bank === 'asks and fails' && charged > 0;
    const way = whole || bank !== 'pays' ? change : changeDirectly;
    const outcome = await way(shop, { to, at, bank });
    expect({ from: current, to, at: at - start, bank, ...outcome }).toEqual({
      from: current,
      to,
      at: at - start,
      bank,
      shown: charged,
      charged: fails ? 0 : charged,
    });
    if (fails) continue;
    if (due) {
      for (const [tier, one] of due.paid) ledger.paid.set(tier, one);
      ledger.carried = wanted - charged;
      ups += 1;
    }
    current = to;
  }
  // No order of the changes leads to a credit.
  const customer = await services.stripe.customers.retrieve(shop.customerId);
  expect('balance' in customer ? customer.balance : undefined).toBe(ledger.carried);
  const next = await previewNext(shop.customerId, { id: shop.subscriptionId, cancel_at_period_end: false });
  await moveTo(end + 2 * 3600);
  const [renewal] = await invoicesOf(shop);
  expect([renewal?.status, renewal?.amount_due]).toEqual(['paid', ledger.monthly(current) + ledger.carried]);
  expect(next?.amount).toBe(renewal?.amount_due);
  await dropRemovedItems(owner.userId, shop.customerId, shop.subscriptionId);
  const renewed = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  expect(renewed.items.data.filter(({ quantity }) => quantity === 0)).toEqual([]);
  return { total: current, ups };
}

const batches = Array.from({ length: randomCases(10) }, (_, index) => index);
const periodsInBatch = 20;

test.each(batches)(
  'within a period quantities go down and up in any order: batch %d of 20 periods is charged to the yen',
  async (batch) => {
    const random = numbers(batch + 1);
    owner = await services.createOwner();
    const percentOff = batch % 3 === 1 ? 33 : 0;
    let trial = batch % 5 === 4;
    const coupon =
      percentOff > 0 && (await services.stripe.coupons.create({ percent_off: percentOff, duration: 'forever' }));
    await moveTo(now() + Math.floor(random() * 31 * day));
    let total = 1 + Math.floor(random() * 20);
    const shop = await createSubscribedShop(services, owner, {
      total,
      ...(trial && { trialDays: 35 }),
      ...(coupon && { discounts: [{ coupon: coupon.id }] }),
    });
    let charged = 0;
    for (let period = 0; period < periodsInBatch; period += 1) {
      const end = await live({ whole: batch % 10 === 0, shop, total, percentOff, trial, random });
      total = end.total;
      charged += end.ups;
      trial = false;
    }
    expect(charged).toBeGreaterThan(0);
  },
);
