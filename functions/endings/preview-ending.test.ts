import { sum } from '#shared/numbers';
import type { EndingPreview, EndingWay } from '#shared/model/ending';
import { cancelSubscription, previewEnding, setAutoRenewal } from './calls';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, type ShopWish, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { refreshShop } from '#functions/shops/refresh-shop';

/** The ways to end a subscription: what each is shown to cost is what Stripe then charges. */
const services = testServices(startPaymentServices);
const minute = 60_000;
const day = 86_400_000;
const monthly = 18_700;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
});

const begin = async (wish: ShopWish = {}): Promise<void> => {
  shop = await createSubscribedShop(services, owner, { total: 2, ...wish });
};
const request = () => ({ path: '/api', params: { id: shop.subscriptionId } });
const preview = async (): Promise<EndingPreview> =>
  (await owner.browser.send(previewEnding, { method: 'GET', ...request() })).body as unknown as EndingPreview;
const wayOf = async (wanted: EndingWay) => (await preview()).ways.find(({ way }) => way === wanted);
const end = (way: EndingWay) =>
  owner.browser.send(way === 'now' ? cancelSubscription : setAutoRenewal, { method: 'POST', ...request() });
const invoices = async () =>
  (await services.stripe.invoices.list({ subscription: shop.subscriptionId })).data.toReversed();
const paidInAll = async (): Promise<number> => sum((await invoices()).map((one) => one.amount_paid));
const periodEnd = async (): Promise<number> =>
  (await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items.data[0]?.current_period_end ?? 0;
const addItem = (amount: number) =>
  services.stripe.invoiceItems.create({
    customer: shop.customerId,
    subscription: shop.subscriptionId,
    amount,
    currency: 'jpy',
    description: '再配達の送料',
  });

test('ten days after it was paid: nothing more is charged', async () => {
  await begin();
  services.clock.advance(10 * day);
  const endsAt = await periodEnd();
  expect(await preview()).toEqual({
    ways: [
      { way: 'renewal', endsAt, charges: [] },
      { way: 'now', endsAt: Math.floor(services.clock.now() / 1000), charges: [] },
    ],
    owed: 0,
  });
});

test('a trial: nothing is charged, either way', async () => {
  await begin({ trialDays: 35, card: null });
  expect((await preview()).ways).toMatchObject([
    { way: 'renewal', charges: [] },
    { way: 'now', charges: [] },
  ]);
});

test('late: owed either way', async () => {
  await begin();
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * day);
  expect(await preview()).toMatchObject({ owed: monthly, ways: [{ way: 'renewal' }, { way: 'now' }] });
});

test('late: the history calls failed what is owed, beside the next renewal’s draft and after the end too', async () => {
  await begin();
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  const failed = async (): Promise<number> => {
    const record = await refreshShop(owner.userId, shop.customerId);
    return sum((record?.payment_history ?? []).map(({ status, amount }) => (status === 'failed' ? amount : 0)));
  };
  services.clock.advance(32 * day);
  expect([await failed(), (await preview()).owed]).toEqual([monthly, monthly]);
  services.clock.advance((await periodEnd()) * 1_000 - services.clock.now() + minute);
  expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'open', 'draft']);
  expect([await failed(), (await preview()).owed]).toEqual([monthly, monthly]);
  // Staff close the draft, and Stripe has not tried to collect it.
  await services.stripe.invoices.finalizeInvoice((await invoices())[2]?.id ?? '', { auto_advance: false });
  expect([await failed(), (await preview()).owed]).toEqual([2 * monthly, 2 * monthly]);
  expect((await end('now')).status).toBe(200);
  expect(await failed()).toBe(2 * monthly);
});

test('paused, ending, and never begun: at once alone; over: no way', async () => {
  await begin();
  await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: true });
  expect((await preview()).ways.map(({ way }) => way)).toEqual(['now']);
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  expect(await preview()).toEqual({ ways: [], owed: 0 });
  await begin({ card: 'pm_card_chargeCustomerFail' });
  expect(await preview()).toMatchObject({ ways: [{ way: 'now', charges: [] }], owed: 0 });
});

describe('within the hour after a renewal, when its invoice is a draft', () => {
  let renewedAt: number;

  beforeEach(async () => {
    await begin();
    renewedAt = await periodEnd();
    services.clock.advance(renewedAt * 1000 - services.clock.now() + 10 * minute);
  });

  test.each<[EndingWay, number]>([
    ['renewal', monthly],
    ['now', 0],
  ])('%s: the draft is shown as still to be charged, or not, and is charged so', async (way, total) => {
    const shown = await wayOf(way);
    expect(shown).toMatchObject({ charges: total > 0 ? [{ at: renewedAt, amount: total }] : [] });
    expect((await end(way)).status).toBe(200);
    services.clock.advance(100 * day);
    expect(await paidInAll()).toBe(monthly + total);
  });

  test('a credit is taken off the draft', async () => {
    await services.stripe.customers.update(shop.customerId, { balance: -20_000 });
    expect(await wayOf('renewal')).toMatchObject({ charges: [] });
  });
});

test.each<[EndingWay, number]>([
  ['renewal', 2],
  ['now', 0],
])(
  '%s, while what staff prorated waits: the renewal charges %i of its devices, an end at once none',
  async (way, of) => {
    await begin();
    const start = services.clock.now() / 1000;
    services.clock.advance(5 * day);
    const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
    await services.stripe.subscriptions.update(shop.subscriptionId, {
      items: [{ id: items.data[1]?.id ?? '', quantity: 3 }],
      proration_behavior: 'create_prorations',
    });
    const shown = await wayOf(way);
    const share = (of * 8_800 * ((await periodEnd()) - start - 5 * 86_400)) / ((await periodEnd()) - start);
    expect(Math.abs(sum((shown?.charges ?? []).map(({ amount }) => amount)) - share)).toBeLessThan(3);
    expect((await end(way)).status).toBe(200);
    services.clock.advance(100 * day);
    await services.emulator.tick();
    const made = (await invoices()).slice(1);
    expect(made.map(({ created: at, amount_paid: amount }) => ({ at, amount }))).toEqual(shown?.charges);
  },
);

describe('an item of staff waits for the next invoice', () => {
  beforeEach(async () => {
    await begin();
    services.clock.advance(5 * day);
    await addItem(1_500);
  });

  test.each<EndingWay>(['renewal', 'now'])('%s: it is shown as a coming charge, and charged so', async (way) => {
    const shown = await wayOf(way);
    expect(shown).toMatchObject({ charges: [{ at: await periodEnd(), amount: 1_500 }] });
    expect((await end(way)).status).toBe(200);
    services.clock.advance(100 * day);
    await services.emulator.tick();
    const made = (await invoices()).slice(1);
    expect(made.map(({ created: at, amount_paid: amount }) => ({ at, amount }))).toEqual(shown?.charges);
  });

  test('a credit lowers it, and what is too small is not charged', async () => {
    await services.stripe.customers.update(shop.customerId, { balance: -1_460 });
    expect((await preview()).ways.map(({ charges }) => charges)).toEqual([[], []]);
    await services.stripe.customers.update(shop.customerId, { balance: -400 });
    expect(await wayOf('renewal')).toMatchObject({ charges: [{ amount: 1_100 }] });
  });
});
