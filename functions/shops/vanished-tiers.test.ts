import type { Stripe } from 'stripe';
import { priceLookupKeys } from '#shared/model/pricing';
import { rentedDevices } from '#shared/model/subscription';
import { readShopMovements } from '#functions/movements/movements-table';
import { dailyDigest } from '#functions/jobs';
import { logger } from '#functions/platform/logger';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { doTasks } from '#functions/testing/task-queue';
import { runJob } from '#functions/testing/run-job';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { refreshShop } from './refresh-shop';
import { changeQuantities } from '#functions/quantities/calls';
import { listShops } from './calls';

/** Somebody edits or removes `metadata.tier` of a product in Stripe's dashboard: no device moves because of that. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;
let log: jest.SpyInstance;

beforeEach(async () => {
  log = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
  // No container has products in its cache.
  services.clock.advance(10 * 60_000);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 6 });
});
afterEach(() => log.mockRestore());

const products = async (): Promise<Stripe.Product[]> =>
  (
    await services.stripe.prices.list({ lookup_keys: Object.values(priceLookupKeys), expand: ['data.product'] })
  ).data.map(({ product }) => product as Stripe.Product);
/** Sets the tier of every product of the catalogue, and waits until no container has the former one in its cache. */
async function setTiers(tier: (product: Stripe.Product) => string): Promise<void> {
  for (const product of await products())
    await services.stripe.products.update(product.id, { metadata: { tier: tier(product) } });
  services.clock.advance(10 * 60_000);
}
/**
 * The catalogue's prices lose their keys too, as after it moved to other products: nothing of Stripe names the tiers.
 */
async function takeLookupKeys(): Promise<void> {
  for (const key of Object.values(priceLookupKeys)) {
    const { id } = await services.stripe.products.create({ name: key });
    await services.stripe.prices.create({
      product: id,
      lookup_key: key,
      transfer_lookup_key: true,
      currency: 'jpy',
      unit_amount: 9_900,
      recurring: { interval: 'month' },
    });
  }
}
const state = async () => ({
  movements: (await readShopMovements(shop.customerId)).map(({ kind, count, state }) => [kind, count, state]),
  units: (await refreshShop(owner.userId, shop.customerId))?.subscriptions.map(rentedDevices),
  shown: ((await owner.browser.get(listShops)).body as unknown as { subscriptions: object[] }[])[0]?.subscriptions,
});

describe.each([
  ['the catalogue’s prices name the tiers', () => Promise.resolve()],
  ['nothing of Stripe names them any more', takeLookupKeys],
])('%s', (_what, prepare) => {
  test.each([
    ['removed', ''],
    ['misspelt', 'first unit'],
  ])('%s: counts, movements and screens stay; once it is right again, all is as before', async (_how, wrong) => {
    const before = await state();
    expect(before).toMatchObject({ movements: [['ship', 6, 'ordered']], units: [6] });
    const right = new Map((await products()).map(({ id, metadata }) => [id, metadata['tier'] ?? '']));
    const ids = [...right.keys()];
    await prepare();
    for (const id of ids) await services.stripe.products.update(id, { metadata: { tier: wrong } });
    services.clock.advance(10 * 60_000);
    for (let times = 0; times < 2; times += 1) expect(await state()).toEqual(before);
    for (const [id, tier] of right) await services.stripe.products.update(id, { metadata: { tier } });
    services.clock.advance(10 * 60_000);
    expect(await state()).toEqual(before);
  });
});

test('a quantity is changed meanwhile: its items are still those of their tiers', async () => {
  await setTiers(() => '');
  const { status } = await owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { quantities: {}, total: 7 },
  });
  expect(status).toBe(200);
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  expect(items.data.map(({ quantity }) => quantity)).toEqual([1, 3, 3]);
  expect(log).toHaveBeenCalledWith('a product of the catalogue has lost its metadata.tier', expect.anything());
});

test('the staff are told in the message of the day, once and not for each shop, until it is right again', async () => {
  await createSubscribedShop(services, owner, { total: 2 });
  await runJob(dailyDigest);
  await doTasks({ sweep: false });
  expect(services.toldStaff().join()).not.toContain('tier');
  const [first, ...others] = await products();
  await services.stripe.products.update(first?.id ?? '', { metadata: { tier: 'first unit' } });
  await runJob(dailyDigest);
  await doTasks({ sweep: false });
  const told = services.toldStaff().filter((one) => one.includes('tier を直す商品（1件）'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`・${first?.id}`);
  expect(others.filter(({ id }) => told[0]?.includes(id))).toEqual([]);
  await services.stripe.products.update(first?.id ?? '', { metadata: { tier: first?.metadata['tier'] ?? '' } });
  await runJob(dailyDigest);
  await doTasks({ sweep: false });
  expect(services.toldStaff().filter((one) => one.includes('tier を直す商品'))).toHaveLength(1);
});
