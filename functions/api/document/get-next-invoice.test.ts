import type { ShopRecord } from '#shared/model/customer';
import type { NextInvoice } from '#shared/model/document';
import { priceLookupKeys } from '#shared/model/pricing';
import { handler as archiveDocuments } from '../../jobs/archive-documents';
import { deliverEvents } from '../../testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { runJob } from '../../testing/run-job';
import { createSubscribedShop, setCard, startOfYear, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as listShops } from '../billing/list-shops';
import { handler as getNextInvoice } from './get-next-invoice';

const services = testServices(() => startPaymentServices({}, { documents: true }));
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
  await runJob(archiveDocuments);
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

test('the next charge equals the invoice to the yen, with the words for its difference', async () => {
  services.clock.advance(5 * 86_400_000);
  await raiseTo(2);
  await settle();
  const { date, amount, lines, difference } = await next();
  expect(amount).toBe(27_500);
  expect(difference).toEqual({
    amount: 8_800,
    since: expect.stringMatching(/-01-15$/),
    reasons: ['1/20に1台追加（2台→3台）: ＋8,800円'],
  });
  expect(lines.map(({ sentence }) => sentence.split('の')[0])).toEqual([
    'Revonizer 1台目 1台',
    'Revonizer 2〜4台目 2台',
  ]);
  services.clock.advance(28 * 86_400_000);
  await services.emulator.tick();
  const [renewal] = (await services.stripe.invoices.list({ customer: shop.customerId, limit: 1 })).data;
  expect([renewal?.amount_due, renewal?.status]).toEqual([amount, 'paid']);
  expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
});

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

test('after a change Stripe is asked once, by the screen or the job, whichever is first; then nothing', async () => {
  services.operations.length = 0;
  const first = await next();
  expect(await next()).toEqual(first);
  expect(asked()).toEqual([]);
  services.clock.advance(60_000);
  await raiseTo(3);
  await deliverEvents(services);
  services.operations.length = 0;
  expect((await next()).amount).toBe(36_300);
  expect(await next()).toMatchObject({ amount: 36_300 });
  expect(asked()).toEqual(['stripe POST /v1/invoices/create_preview']);
  await runJob(archiveDocuments);
  services.operations.length = 0;
  expect((await next()).difference?.reasons).toEqual(['1/15に2台追加（2台→4台）: ＋17,600円']);
  expect(asked()).toEqual([]);
});

test('the list of shops has the next charge while it holds, and asks Stripe nothing', async () => {
  const list = async () => ((await owner.browser.get(listShops)).body as unknown as ShopRecord[])[0]?.next_invoice;
  services.operations.length = 0;
  const { date, amount, difference } = await next();
  expect(await list()).toEqual({ date, amount, difference });
  expect(asked()).toEqual([]);
  services.clock.advance(60_000);
  await raiseTo(3);
  await deliverEvents(services);
  expect(await list()).toBeUndefined();
  await runJob(archiveDocuments);
  expect((await list())?.amount).toBe(36_300);
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
  expect(await next()).toEqual({ date: null, amount: 0, lines: [], difference: null });
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
  const { date, amount, lines, difference } = await next();
  expect({ date, amount, difference }).toEqual({
    date: expect.stringMatching(/-02-15$/),
    amount: 1_200,
    difference: null,
  });
  expect(lines.map(({ sentence }) => sentence)).toEqual(['再配達の送料']);
  services.clock.advance(33 * 86_400_000);
  await services.emulator.tick();
  const [last] = (await services.stripe.invoices.list({ customer: shop.customerId, limit: 1 })).data;
  expect([last?.amount_due, last?.status]).toEqual([amount, 'paid']);
});

test.each(['down', 'busy'] as const)('Stripe is %s and nothing is kept: 503, and nothing is kept', async (fault) => {
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
