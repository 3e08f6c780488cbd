import type { NextInvoice } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { priceLookupKeys } from '#shared/model/pricing';
import { deliverEvents } from '#functions/testing/deliver-events';
import { refreshShop } from '#functions/shops/refresh-shop';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, startOfYear, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { getNextInvoice } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;
beforeEach(async () => {
  startOfYear(services);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
  await settle();
});

async function settle(): Promise<void> {
  await services.emulator.tick();
  await deliverEvents(services);
}
const ask = (by: ShopOwner = owner) =>
  by.browser.send(getNextInvoice, { method: 'GET', path: '/api', params: { id: shop.customerId } });
const next = async (): Promise<NextInvoice> => (await ask()).body as unknown as NextInvoice;
const asked = () => services.operations.filter((one) => one.startsWith('stripe'));

/** Raises the second tier to this quantity, charged at once. */
async function raiseTo(quantity: number): Promise<void> {
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  const second = items.data.find(({ price }) => price.lookup_key === priceLookupKeys.SECOND_TO_FOURTH);
  await services.stripe.subscriptions.update(shop.subscriptionId, {
    items: [{ id: second?.id ?? '', quantity }],
    proration_behavior: 'always_invoice',
  });
}

test('the next charge equals the invoice to the yen, line by line', async () => {
  services.clock.advance(5 * 86_400_000);
  await raiseTo(2);
  await settle();
  const { date, amount, lines } = await next();
  expect(amount).toBe(27_500);
  expect(lines.map(({ sentence }) => sentence.split(' ×')[0])).toEqual([
    'Revonizer 1台目 1台',
    'Revonizer 2〜4台目 2台',
  ]);
  services.clock.advance(28 * 86_400_000);
  await services.emulator.tick();
  const [renewal] = (await services.stripe.invoices.list({ customer: shop.customerId, limit: 1 })).data;
  expect([renewal?.amount_due, renewal?.status]).toEqual([amount, 'paid']);
  expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test.each([29, 30, 31])(
  'begun on day %i of a month: each month is billed once, on the day that was shown, through February',
  async (on) => {
    // At noon in Japan; 2028 is a leap year.
    const begun = Date.UTC(2027, 0, on, 3);
    services.clock.advance(begun - services.clock.now());
    shop = await createSubscribedShop(services, owner, { total: 2 });
    const days: string[] = [];
    for (let month = 0; month < 14; month += 1) {
      await refreshShop(owner.userId, shop.customerId);
      const { date, amount } = await next();
      const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
      const end = items.data[0]?.current_period_end ?? 0;
      services.clock.advance(end * 1000 + 2 * 3_600_000 - services.clock.now());
      await services.emulator.tick();
      const { data } = await services.stripe.invoices.list({ customer: shop.customerId, limit: 100 });
      expect([data.length, data[0]?.amount_paid]).toEqual([month + 2, amount]);
      expect(isoDayInJapan(data[0]?.created ?? 0)).toBe(date);
      days.push(String(date));
    }
    const lasts = [28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29, 31];
    expect(days.map((one) => Number(one.slice(8)))).toEqual(lasts.map((last) => Math.min(on, last)));
  },
);

test('the draft of the period that has begun takes a credit first: the next charge counts what it leaves', async () => {
  services.clock.advance(31 * 86_400_000 + 600_000);
  await services.stripe.customers.update(shop.customerId, { balance: -30_000 });
  await settle();
  const { amount } = await next();
  services.clock.advance(32 * 86_400_000);
  await services.emulator.tick();
  const { data } = await services.stripe.invoices.list({ customer: shop.customerId, limit: 2 });
  expect(data.map((invoice) => invoice.amount_due)).toEqual([amount, 0]);
});

test('Stripe is asked each time: an amount that staff wrote a moment ago, without an event, counts', async () => {
  expect((await next()).amount).toBe(18_700);
  await services.stripe.invoiceItems.create({
    customer: shop.customerId,
    subscription: shop.subscriptionId,
    amount: 1_500,
    currency: 'jpy',
    description: '再配達の送料',
  });
  services.operations.length = 0;
  const { amount, lines } = await next();
  expect(amount).toBe(20_200);
  expect(lines.map(({ sentence }) => sentence)).toContain('再配達の送料');
  expect(asked().filter((one) => one.endsWith('create_preview'))).toHaveLength(1);
});

test('a late shop has no next charge, and is not previewed', async () => {
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(33 * 86_400_000);
  await settle();
  services.operations.length = 0;
  expect(await next()).toMatchObject({ date: null });
  expect(asked()).toEqual([]);
});

test('a subscription that ends has no next charge', async () => {
  services.clock.advance(60_000);
  await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: true });
  await settle();
  expect(await next()).toEqual({ date: null, amount: 0, lines: [] });
});

test('what waits when a subscription ends is the next charge, and is charged so', async () => {
  services.clock.advance(60_000);
  await services.stripe.invoiceItems.create({
    customer: shop.customerId,
    subscription: shop.subscriptionId,
    amount: 1_500,
    currency: 'jpy',
    description: '再配達の送料',
  });
  await services.stripe.customers.update(shop.customerId, { balance: -300 });
  await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: true });
  await settle();
  const { date, amount, lines } = await next();
  expect({ date, amount }).toEqual({ date: expect.stringMatching(/-02-15$/), amount: 1_200 });
  expect(lines.map(({ sentence }) => sentence)).toEqual(['再配達の送料']);
  services.clock.advance(33 * 86_400_000);
  await services.emulator.tick();
  const [last] = (await services.stripe.invoices.list({ customer: shop.customerId, limit: 1 })).data;
  expect([last?.amount_due, last?.status]).toEqual([amount, 'paid']);
});

test.each(['down', 'busy'] as const)('Stripe is %s: 503; then it is asked again', async (fault) => {
  services.clock.advance(60_000);
  await raiseTo(2);
  await deliverEvents(services);
  services.inject((service) => (service === 'stripe' ? fault : 'pass'));
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
  services.clearFaults();
  expect((await next()).amount).toBe(27_500);
});

test('another owner’s shop is refused like one that does not exist', async () => {
  const stranger = await services.createOwner('stranger@example.jp');
  expect(await ask(stranger)).toMatchObject({ status: 404, body: { code: 'SHOP_NOT_FOUND' } });
});
