import { startPaymentServices, shopOnlyBody, type ShopOwner } from '#functions/testing/payment-services';
import { conflictAt, meetOthers } from '#functions/testing/conflicts';
import { testServices } from '#functions/testing/test-services';
import { createPlainShop, saveCard } from '#functions/testing/save-card';
import { tierItems, tierPrices } from '#functions/testing/subscribed';
import { createShopOnly, createSubscription } from './calls';
import { deleteShop } from '#functions/shops/calls';

/** Each write meets another request at the same item, as DynamoDB cancels it and the SDK does not repeat it. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

test('opening and deleting a shop: both succeed', async () => {
  const conflicts = meetOthers(services);
  const opened = await owner.browser.post(createShopOnly, shopOnlyBody);
  expect(opened.status).toBe(200);
  const customerId = String(opened.body['customerId']);
  expect((await owner.browser.delete(deleteShop, { params: { customerId } })).status).toBe(200);
  expect(conflicts()).toBeGreaterThan(5);
  services.clearFaults();
  expect((await services.userItems(owner)).shops).toEqual([]);
});

test('others never leave the item alone: 503 and no error of ours, and the retry opens one shop', async () => {
  services.inject((_, operation) => conflictAt(operation) ?? 'pass');
  const submit = () =>
    owner.browser.send(createShopOnly, {
      method: 'POST',
      path: '/api',
      body: shopOnlyBody,
      headers: { 'idempotency-key': 'a-key-of-the-form-1' },
    });
  expect((await submit()).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  services.clearFaults();
  expect((await submit()).status).toBe(200);
  expect((await services.userItems(owner)).shops).toHaveLength(1);
});

test('the same content without a key after the shop was deleted: a shop of its own, not the deleted one', async () => {
  const first = await owner.browser.post(createShopOnly, shopOnlyBody);
  const params = { customerId: String(first.body['customerId']) };
  expect((await owner.browser.delete(deleteShop, { params })).status).toBe(200);
  const second = await owner.browser.post(createShopOnly, shopOnlyBody);
  expect(second.status).toBe(200);
  expect((await services.userItems(owner)).shops.map((shop) => shop.customerId)).toEqual([second.body['customerId']]);
});

test('others are quicker twice than an order: what it read at Stripe is not read again', async () => {
  const customerId = await createPlainShop(services, owner);
  const paymentMethodId = await saveCard(services, owner);
  const body = { items: tierItems(await tierPrices(services), 5), paymentMethodId };
  let recorded = 0;
  services.operations.length = 0;
  services.inject((_service, operation) => {
    if (operation !== 'TransactWriteItems' || (recorded += 1) > 2) return 'pass';
    return conflictAt(operation, 'ConditionalCheckFailed') ?? 'pass';
  });
  const order = { method: 'POST', path: '/api', params: { customerId }, body };
  expect((await owner.browser.send(createSubscription, order)).status).toBe(200);
  const last = services.operations.indexOf('stripe POST /v1/subscriptions');
  const read = services.operations.slice(0, last).filter((one) => one.startsWith('stripe GET /v1/payment_methods'));
  expect([recorded > 2, read]).toEqual([true, ['stripe GET /v1/payment_methods/{payment_method}']]);
});
