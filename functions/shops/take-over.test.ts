import type { Stripe } from 'stripe';
import { catalogue } from '#shared/catalogue';
import { markDeleting } from '#functions/accounts/profiles-table';
import { searchDocuments } from '#functions/documents/documents-table';
import { readShopMovements } from '#functions/movements/movements-table';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { listShops } from './calls';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { refreshShop } from './refresh-shop';
import { ownerOf } from './shops-table';
import { takeOver, takeOverWrites } from './take-over';

const services = testServices(startPaymentServices);
const email = 'salon@example.jp';
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner(email);
});

/** A customer that the staff made at Stripe, with five devices that stand in its shop. */
async function customerOf(params: Stripe.CustomerCreateParams = {}): Promise<string> {
  const { stripe } = services;
  const { id } = await stripe.customers.create({ email, name: '株式会社青山', ...params });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  const lookupKeys = catalogue.map(({ lookupKey }) => lookupKey);
  const { data } = await stripe.prices.list({ lookup_keys: lookupKeys });
  const quantities: Record<string, number> = { [lookupKeys[0] ?? '']: 1, [lookupKeys[1] ?? '']: 3 };
  await stripe.subscriptions.create({
    customer: id,
    default_payment_method: card.id,
    items: data.flatMap((price) => {
      const quantity = quantities[price.lookup_key ?? ''] ?? 1;
      return [{ price: price.id, quantity }];
    }),
  });
  return id;
}
const user = () => ({ userId: owner.userId, email });
const takeOverLater = () => writeAll(takeOverWrites(user()));
const taken = async (of = user()) => (await takeOver(of, {})).map(({ customer }) => customer.id);
const shown = async () => {
  const { status, body } = await owner.browser.send(listShops, { method: 'GET', path: '/api' });
  expect(status).toBe(200);
  return (body as unknown as { customer: { id: string } }[]).map(({ customer }) => customer.id);
};

test('invoices go to the address: their shop, no device is shipped, the staff are told once', async () => {
  const customerId = await customerOf();
  expect(await taken()).toEqual([customerId]);
  expect(await taken()).toEqual([customerId]);
  expect(await shown()).toEqual([customerId]);
  const { snapshots, shops } = await services.userItems(owner);
  expect(Object.values(snapshots[0]?.booked ?? {})).toEqual([5]);
  expect(shops).toHaveLength(1);
  await refreshShop(owner.userId, customerId);
  expect(await readShopMovements(customerId)).toEqual([]);
  const told = await waitingTasks('tell-staff');
  expect(told.map(({ body }) => body)).toEqual([
    expect.objectContaining({ text: expect.stringContaining('株式会社青山') as unknown }),
  ]);
});

test('somebody who has just registered sees their shop in the first list, before the task is done', async () => {
  const customerId = await customerOf();
  expect(await shown()).toEqual([]);
  await takeOverLater();
  expect(await shown()).toEqual([customerId]);
});

test('the task names the owner at Stripe, and reads the documents; done twice, nothing more happens', async () => {
  const customerId = await customerOf();
  for (const _time of ['first', 'second']) {
    await takeOverLater();
    await doTasks();
  }
  expect(await services.stripe.customers.retrieve(customerId)).toMatchObject({ metadata: { userId: owner.userId } });
  const { items } = await searchDocuments(owner.userId, {});
  expect(items.map(({ storeId }) => storeId)).toEqual([customerId]);
  expect(services.toldStaff()).toHaveLength(1);
});

test('Stripe is down: the first list has no shop, and the task finds it later', async () => {
  await customerOf();
  await takeOverLater();
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect(await shown()).toEqual([]);
  services.clearFaults();
  expect(await shown()).toHaveLength(1);
});

test.each<[string, Stripe.CustomerCreateParams]>([
  ['another address', { email: 'other@example.jp' }],
  ['a shop that the portal made for another user', { metadata: { userId: 'somebody' } }],
])('%s: not taken over', async (_name, params) => {
  await customerOf(params);
  expect(await taken()).toEqual([]);
});

test('a customer who rents nothing, or no longer: not taken over', async () => {
  await services.stripe.customers.create({ email });
  const ended = await customerOf();
  const { data } = await services.stripe.subscriptions.list({ customer: ended });
  await services.stripe.subscriptions.cancel(data[0]?.id ?? '');
  expect(await taken()).toEqual([]);
});

test('a hundred newer customers with the address: the one behind them is taken over too', async () => {
  const customerId = await customerOf();
  services.clock.advance(1_000);
  await Promise.all(Array.from({ length: 100 }, () => services.stripe.customers.create({ email })));
  expect(await taken()).toEqual([customerId]);
});

test('two users at once: one of them gets the shop', async () => {
  const customerId = await customerOf();
  const other = await services.createOwner(email);
  const both = await Promise.all([taken(), taken({ userId: other.userId, email })]);
  expect(both.flat()).toEqual([customerId]);
  expect([owner.userId, other.userId]).toContain(await ownerOf(customerId));
});

test('an account that is being deleted gets no shop', async () => {
  const customerId = await customerOf();
  await markDeleting(owner.userId, 1);
  expect(await taken()).toEqual([]);
  expect(await ownerOf(customerId)).toBeUndefined();
});

test('a stage that takes no shops over: a registration leaves no task', () => {
  process.env['TAKES_OVER_SHOPS'] = 'no';
  expect(takeOverWrites(user())).toEqual([]);
  delete process.env['TAKES_OVER_SHOPS'];
});
