import type { Stripe } from 'stripe';
import { numbers, randomCases } from '../../local/testing/random';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createOtherPrice, createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { identifyRequest } from '#functions/platform/identify-request';
import { changeQuantities } from './change-quantities';
import { previewQuantities } from './preview-quantities';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

const day = 86_400;
/** Days on which subscriptions begin: month ends, leap day, and days between. */
const beginnings = ['01-31', '02-28', '02-29', '03-30', '04-30', '05-01', '08-31', '10-15', '11-30', '12-31'];
type Discount =
  | 'none'
  | 'percent forever'
  | 'percent once'
  | 'amount for two months'
  | 'amount forever'
  | 'percent and amount';
const discounts: Discount[] = [
  'none',
  'percent forever',
  'percent once',
  'amount for two months',
  'amount forever',
  'percent and amount',
];

/** The promotion codes of one kind, each with its own coupon. */
async function codesFor(kind: Discount): Promise<Stripe.SubscriptionCreateParams.Discount[]> {
  const code = async (params: Stripe.CouponCreateParams): Promise<Stripe.SubscriptionCreateParams.Discount> => {
    const coupon = await services.stripe.coupons.create(params);
    const { id } = await services.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
    return { promotion_code: id };
  };
  const yen = { amount_off: 3_333, currency: 'jpy' };
  switch (kind) {
    case 'none':
      return [];
    case 'percent forever':
      return [await code({ percent_off: 33, duration: 'forever' })];
    case 'percent once':
      return [await code({ percent_off: 50, duration: 'once' })];
    case 'amount for two months':
      return [await code({ ...yen, duration: 'repeating', duration_in_months: 2 })];
    case 'amount forever':
      return [await code({ ...yen, duration: 'forever' })];
    case 'percent and amount':
      return [
        await code({ percent_off: 15, duration: 'repeating', duration_in_months: 2 }),
        await code({ ...yen, duration: 'forever' }),
      ];
  }
}

const moveTo = async (seconds: number): Promise<void> => {
  services.clock.advance(Math.max(0, seconds * 1000 - services.clock.now()));
  await services.emulator.tick();
};
/** The invoices of the account since a moment, the oldest first. */
const invoicesSince = async (subscription: string, since: number): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ subscription, created: { gt: since }, limit: 100 })).data.toReversed();

/** The same day of a later year; the next day for a leap day. */
function nextYearOf(begins: string): string {
  const year = new Date(services.clock.now()).getUTCFullYear() + 1;
  return `${begins === '02-29' ? Math.ceil(year / 4) * 4 : year}-${begins}`;
}

interface Case {
  seed: number;
  begins: string;
  from: number;
  to: number;
  discount: Discount;
}

/** Previews a change, makes it some minutes later, and lets two months pass. */
async function live({ seed, begins, from, to, discount }: Case): Promise<{ shown: number[]; billed: number[] }> {
  const random = numbers(seed);
  await moveTo(Date.parse(`${begins}T${String(Math.floor(random() * 24)).padStart(2, '0')}:17:05Z`) / 1000);
  const others = random() < 0.3 ? [{ price: await createOtherPrice(services, 1_111), quantity: 2 }] : [];
  const trialDays = random() < 0.15 ? 35 : undefined;
  const { subscriptionId } = await createSubscribedShop(services, owner, {
    total: from,
    others,
    ...(trialDays !== undefined && { trialDays }),
    discounts: await codesFor(discount),
  });
  const { items } = await services.stripe.subscriptions.retrieve(subscriptionId);
  const { current_period_start: start = 0, current_period_end: end = 0 } = items.data[0] ?? {};
  // Any moment in the period, sometimes its last minutes, when the amount due may be too small to be charged.
  const wait = random() < 0.2 ? end - start - 3_000 : Math.floor(random() * (end - start - 2 * day)) + 1;
  await moveTo(start + wait);
  const other = items.data.find((item) => others.some((one) => one.price === item.price.id));
  const asked = { quantities: other ? { [other.id]: random() < 0.5 ? 0 : 5 } : {}, total: to };
  const preview = await previewQuantities(subscriptionId, asked);
  await moveTo(preview.prorationDate + Math.floor(random() * 1_700));
  const since = Math.floor(services.clock.now() / 1000) - 1;
  const change = { ...asked, prorationDate: preview.prorationDate };
  const { charge } = await changeQuantities(
    { userId: owner.userId, ...(await services.userItems(owner)) },
    subscriptionId,
    change,
    identifyRequest('change', change, undefined),
  );
  const [made] = await invoicesSince(subscriptionId, since);
  const changedAt = Math.floor(services.clock.now() / 1000);
  await moveTo(preview.nextInvoice.date + 3_600);
  const [next] = await invoicesSince(subscriptionId, changedAt);
  const { items: renewed } = await services.stripe.subscriptions.retrieve(subscriptionId);
  await moveTo((renewed.data[0]?.current_period_end ?? 0) + 3_600);
  const [following] = await invoicesSince(subscriptionId, next?.created ?? 0);
  await services.stripe.subscriptions.cancel(subscriptionId);
  const charged = charge.status === 'paid' ? charge.amount : 0;
  const linesTotal = preview.dueNowLines.reduce((sum, line) => sum + line.amount, 0);
  const monthlyLines = preview.monthly.lines.reduce((sum, line) => sum + line.amount, 0) - preview.monthly.discount;
  return {
    shown: [
      preview.dueNow,
      linesTotal,
      preview.dueNow,
      preview.nextInvoice.amount,
      preview.nextInvoice.date,
      preview.monthly.total,
      monthlyLines,
    ],
    billed: [
      made?.amount_paid ?? 0,
      charged,
      charged,
      next?.amount_due ?? -1,
      next?.created ?? -1,
      following?.amount_due ?? -1,
      following?.total ?? -1,
    ],
  };
}

test.each(beginnings)('the previewed cost of a change is billed to the yen: subscriptions from %s', async (begins) => {
  owner = await services.createOwner();
  const random = numbers(beginnings.indexOf(begins) + 1);
  const from = beginnings.indexOf(begins);
  let dueAtOnce = 0;
  // Over all beginnings, each total from 1 to 20 is changed from, up and down, with each kind of discount.
  for (let index = 0; index < randomCases(6); index += 1) {
    const one: Case = {
      seed: Math.floor(random() * 2 ** 31),
      begins: nextYearOf(begins),
      from: ((from * 6 + index) % 20) + 1,
      to: Math.floor(random() * 20) + 1,
      discount: discounts[(from + index) % discounts.length] ?? 'none',
    };
    const { shown, billed } = await live(one);
    expect({ ...one, amounts: shown }).toEqual({ ...one, amounts: billed });
    if ((shown[0] ?? 0) > 0) dueAtOnce += 1;
  }
  if (randomCases(6) === 6) expect(dueAtOnce).toBeGreaterThan(0);
});

test('fewer devices, then more again up to what was paid: nothing due, no credit, the new price next', async () => {
  owner = await services.createOwner();
  const { subscriptionId } = await createSubscribedShop(services, owner, { total: 20 });
  await moveTo(services.clock.now() / 1000 + 3 * day);
  const change = { quantities: {}, total: 6 };
  const caller = { userId: owner.userId, ...(await services.userItems(owner)) };
  await changeQuantities(caller, subscriptionId, change, identifyRequest('change', change, undefined));
  expect(await previewQuantities(subscriptionId, { quantities: {}, total: 7 })).toMatchObject({
    dueNow: 0,
    dueNowLines: [],
    nextInvoice: { amount: 62_700 },
  });
});

test('the staff lowered it and gave the rest back at once: the same devices are charged again', async () => {
  owner = await services.createOwner();
  const { subscriptionId } = await createSubscribedShop(services, owner, { total: 6 });
  const { items } = await services.stripe.subscriptions.retrieve(subscriptionId);
  const { id = '', current_period_start: start = 0, current_period_end: end = 0 } = items.data[2] ?? {};
  await moveTo(start + 10 * day);
  await services.stripe.subscriptions.update(subscriptionId, {
    items: [{ id, quantity: 0 }],
    proration_behavior: 'always_invoice',
  });
  await moveTo(start + 20 * day);
  const { dueNowLines } = await previewQuantities(subscriptionId, { quantities: {}, total: 6 });
  const charged = dueNowLines.find(({ amount }) => amount > 0);
  expect(charged?.amount).toBe(Math.round((2 * 8_800 * (end - start - 20 * day)) / (end - start)));
});
