import { createShopOnly } from '../api/shop/calls';
import { startPaymentServices, shopOnlyBody, type ShopOwner } from '../testing/payment-services';
import { testServices } from '../testing/test-services';
import { handler as reconcileShops } from './reconcile-shops';

const services = testServices(startPaymentServices);
let owners: ShopOwner[];
let ids: string[];

beforeEach(async () => {
  owners = [await services.createOwner('one@example.jp'), await services.createOwner('two@example.jp')];
  ids = [];
  for (const owner of owners) {
    for (const storeName of ['一号店', '二号店']) {
      services.clock.advance(1_000);
      const { body } = await owner.browser.post(createShopOnly, {
        storeData: { ...shopOnlyBody.storeData, storeName },
      });
      ids.push(String(body['customerId']));
    }
  }
  for (const id of ids) await services.stripe.customers.update(id, { name: '新しい名前' });
  services.clock.advance(1_000);
});

const fiveMinutes = { getRemainingTimeInMillis: () => 300_000 };
const names = async () =>
  (await Promise.all(owners.map(services.partition))).flatMap(({ snapshots }) =>
    snapshots.map((one) => one.record.customer.name),
  );

test('a run reads every shop of every user', async () => {
  await expect(reconcileShops({}, fiveMinutes)).resolves.toEqual({ read: 4, failed: 0, left: 0 });
  expect(await names()).toEqual(['新しい名前', '新しい名前', '新しい名前', '新しい名前']);
});

test('a shop was deleted in Stripe: it is removed', async () => {
  await services.stripe.customers.del(ids[0] ?? '');
  await reconcileShops({}, fiveMinutes);
  expect(await names()).toHaveLength(3);
});

test('the time ends: the next run begins with the remaining shops, and reads every shop once', async () => {
  let readings = 0;
  services.inject((service, operation) => {
    if (service === 'stripe' && operation === 'GET /v1/customers/{customer}' && (readings += 1) === 5)
      services.clock.advance(300_000);
    return 'pass';
  });
  const [owner] = owners;
  for (let index = 0; index < 4; index += 1)
    await owner?.browser.post(createShopOnly, {
      storeData: { ...shopOnlyBody.storeData, storeName: `${index}号店` },
    });
  services.clock.advance(1_000);
  readings = 0;
  const first = await reconcileShops({}, fiveMinutes);
  expect(first.left).toBeGreaterThan(0);
  expect(first.read + first.left).toBe(8);
  services.clearFaults();
  services.operations.length = 0;
  await expect(reconcileShops({}, fiveMinutes)).resolves.toEqual({ read: 8, failed: 0, left: 0 });
});

test('one shop cannot be read: the others are read', async () => {
  services.inject((service, _operation, request) =>
    service === 'stripe' && request.url.includes(ids[1] ?? '-') ? 'down' : 'pass',
  );
  await expect(reconcileShops({}, fiveMinutes)).resolves.toEqual({ read: 3, failed: 1, left: 0 });
});

test('Stripe is down: the run fails, and the snapshots stay', async () => {
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  await expect(reconcileShops({}, fiveMinutes)).rejects.toThrow('No shop could be read');
  expect(await names()).toHaveLength(4);
});
