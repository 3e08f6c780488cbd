import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { saveTrialCard } from '#functions/testing/save-card';
import {
  startPaymentServices,
  shopOnlyBody,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { Browser } from '#functions/testing/browser';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { testServices } from '#functions/testing/test-services';
import { readShop } from './read-shop';
import { bookMovements } from '#functions/movements/book';
import { createShopOnly, createShopWithSubscription } from '#functions/openings/calls';
import { listShops } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const day = 86_400_000;
const open = async (storeName: string, who = owner): Promise<string> => {
  const { body } = await who.browser.post(createShopOnly, { storeData: { ...shopOnlyBody.storeData, storeName } });
  services.operations.length = 0;
  return String(body['customerId']);
};
const list = async () => {
  const { status, body } = await owner.browser.get(listShops);
  return {
    status,
    shops: body as unknown as {
      customer: { id: string; name: string; metadata: object };
      subscriptions: { id: string; discounts: object[] }[];
      payment_history: object[];
      readAt: number;
    }[],
  };
};
const stripeRequests = () => services.operations.filter((one) => one.startsWith('stripe'));
const stripeDown = () => services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));

test('a user without shops: an empty list', async () => {
  expect(await list()).toEqual({ status: 200, shops: [] });
});

test('not signed in: refused', async () => {
  expect(await new Browser().get(listShops)).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
});

test('own shops, the oldest first, with three reads and no request to Stripe', async () => {
  const first = await open('一号店');
  services.clock.advance(1_000);
  const second = await open('二号店');
  await open('よその店', await services.createOwner('other@example.jp'));
  const { shops } = await list();
  expect(shops.map((shop) => [shop.customer.id, shop.customer.metadata])).toEqual([
    [first, { サロン名: '一号店', 代理店名: '123456' }],
    [second, { サロン名: '二号店', 代理店名: '123456' }],
  ]);
  // The session, the shops of the page, their snapshots.
  const [query, batch] = ['dynamodb Query', 'dynamodb BatchGetItem'];
  expect(services.operations).toEqual([query, query, batch]);
});

test('a subscription, its saved card and its payments have the shapes of the specification', async () => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 2 }));
  await saveTrialCard(services, body, '4242424242424242');
  services.clock.advance(36 * day);
  await services.emulator.tick();
  const { shops } = await list();
  expect(shops).toHaveLength(1);
  expect(shops[0]?.subscriptions).toEqual([
    {
      id: body['subscriptionId'],
      status: 'active',
      ends_at: null,
      cancel_at_period_end: false,
      current_period_start: expect.any(Number),
      current_period_end: expect.any(Number),
      trial_end: expect.any(Number),
      items: [
        expect.objectContaining({
          quantity: 1,
          amount: 9_900,
          currency: 'jpy',
          interval: 'month',
          product: expect.objectContaining({ tier: 'FIRST_UNIT' }),
        }),
        expect.objectContaining({
          quantity: 1,
          amount: 8_800,
          product: expect.objectContaining({ tier: 'SECOND_TO_FOURTH' }),
        }),
      ],
      discounts: [],
      default_payment_method: {
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
        created: expect.any(Number),
      },
    },
  ]);
  expect(shops[0]?.payment_history).toMatchObject([
    {
      amount: 18_700,
      currency: 'jpy',
      status: 'paid',
      hosted_invoice_url: expect.stringMatching(/^http/),
      invoice_pdf: expect.stringMatching(/^http/),
    },
    { amount: 0, status: 'paid' },
  ]);
});

test('a promotion code: the subscription names it, with what it takes off and until when', async () => {
  const coupon = { amount_off: 1_000, currency: 'jpy', duration: 'repeating', duration_in_months: 3 } as const;
  await makePromotionCode(services, 'SPRING', coupon);
  const { body } = await owner.browser.post(
    createShopWithSubscription,
    subscribedBody({ revonizerQuantity: 2, promoCode: 'SPRING' }),
  );
  await saveTrialCard(services, body, '4242424242424242');
  const { shops } = await list();
  expect(shops[0]?.subscriptions[0]?.discounts).toEqual([
    { code: 'SPRING', amount: 1_000, once: false, end: expect.any(Number) },
  ]);
});

test('a snapshot is a day old: read again, once', async () => {
  const id = await open('一号店');
  await services.stripe.customers.update(id, { name: '新しい名前' });
  services.clock.advance(day - 1);
  expect((await list()).shops[0]?.customer.name).toBe('山田太郎');
  services.clock.advance(1);
  expect((await list()).shops[0]).toMatchObject({
    customer: { name: '新しい名前' },
    readAt: Math.floor(services.clock.now() / 1000),
  });
  services.operations.length = 0;
  await list();
  expect(stripeRequests()).toEqual([]);
});

test('Stripe is down: the last known state is shown, with its age; without one the call is refused', async () => {
  await open('一号店');
  const { shops: known } = await list();
  services.clock.advance(3 * day);
  stripeDown();
  expect(await list()).toEqual({ status: 200, shops: known });
  services.inject((service, operation) =>
    service === 'stripe' && operation === 'GET /v1/subscriptions' ? 'down' : 'pass',
  );
  await owner.browser.post(createShopOnly, shopOnlyBody);
  stripeDown();
  expect(await owner.browser.get(listShops)).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
  services.clearFaults();
  expect((await list()).shops).toHaveLength(2);
});

test('the customer was deleted in Stripe: the shop disappears for good', async () => {
  const id = await open('一号店');
  await services.stripe.customers.del(id);
  services.clock.advance(day);
  expect(await list()).toEqual({ status: 200, shops: [] });
  const { shops, snapshots } = await services.userItems(owner);
  expect([shops, snapshots]).toEqual([[], []]);
});

test('an older reading arrives after a newer one: the newer one stays', async () => {
  const id = await open('一号店');
  const older = await readShop(id);
  services.clock.advance(1);
  await services.stripe.customers.update(id, { name: '新しい名前' });
  const newer = await readShop(id);
  await bookMovements(owner.userId, id, newer);
  await bookMovements(owner.userId, id, older);
  expect((await list()).shops[0]?.customer.name).toBe('新しい名前');
});

describe('read from Stripe for the first time', () => {
  const forgetSnapshots = async () => {
    const { snapshots } = await services.userItems(owner);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    for (const { customerId } of snapshots)
      await client.send(
        new DeleteCommand({ TableName: 'users', Key: { pk: `USER#${owner.userId}`, sk: `SNAPSHOT#${customerId}` } }),
      );
    services.operations.length = 0;
  };

  test('a shop takes two requests to Stripe; one without any subscription takes one, for its customer', async () => {
    for (const quantity of [1, 2, 3])
      await owner.browser.post(
        createShopWithSubscription,
        subscribedBody({ revonizerQuantity: quantity }, `${quantity}階`),
      );
    await open('契約のない店');
    await list(); // after this the container has the names of products
    await forgetSnapshots();
    const { shops } = await list();
    expect(shops).toHaveLength(4);
    expect(
      shops
        .map((shop) => [shop.subscriptions.length, shop.payment_history.length])
        .toSorted(([a = 0], [b = 0]) => a - b),
    ).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    const count = (operation: string) => stripeRequests().filter((one) => one === `stripe ${operation}`).length;
    expect([count('GET /v1/subscriptions'), count('GET /v1/invoices'), count('GET /v1/customers/{customer}')]).toEqual([
      4, 3, 1,
    ]);
    expect(stripeRequests()).toHaveLength(8);
  });

  test('a customer was deleted together with all its subscriptions: the shop disappears', async () => {
    const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
    await services.stripe.customers.del(String(body['customerId']));
    await forgetSnapshots();
    expect(await list()).toEqual({ status: 200, shops: [] });
    expect((await services.userItems(owner)).shops).toEqual([]);
  });

  test('a customer that this account never had: an error, and the shop stays', async () => {
    await open('一号店');
    await services.emulator.reset();
    await forgetSnapshots();
    expect((await list()).status).toBe(500);
    expect((await services.userItems(owner)).shops).toHaveLength(1);
  });
});
