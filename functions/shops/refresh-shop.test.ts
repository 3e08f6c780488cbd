import { Browser } from '#functions/testing/browser';
import { startPaymentServices, troubles, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { limitTo, wide } from '#functions/testing/limit-to';
import { testServices } from '#functions/testing/test-services';
import { getItemPrice } from '#functions/billing/calls';
import { refreshShop } from './calls';
import type { Fault } from '../../local/testing/functions';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const refresh = (customerId: string, who = owner.browser) =>
  who.send(refreshShop, { method: 'POST', path: '/api', params: { customerId } });
const priceOf = (itemId: string, who = owner.browser) =>
  who.send(getItemPrice, { method: 'GET', path: '/api', params: { itemId } });
const stripeRequests = () => services.operations.filter((one) => one.startsWith('stripe'));
const stripeDown = () => services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));

describe('refreshing a shop', () => {
  test('the caller’s own shop: read and kept', async () => {
    const id = await createPlainShop(services, owner);
    await services.stripe.customers.update(id, { name: '新しい名前' });
    expect(await refresh(id)).toMatchObject({ status: 200, body: { shop: { customer: { id, name: '新しい名前' } } } });
    expect((await services.userItems(owner)).snapshots[0]?.record.customer.name).toBe('新しい名前');
  });

  test('another user’s shop, not signed in, or deleted in Stripe: refused', async () => {
    const id = await createPlainShop(services, owner);
    const notThere = { status: 404, body: { code: 'SHOP_NOT_FOUND' } };
    expect(await refresh(id, (await services.createOwner('other@example.jp')).browser)).toMatchObject(notThere);
    expect((await refresh(id, new Browser())).status).toBe(401);
    await services.stripe.customers.del(id);
    expect(await refresh(id)).toMatchObject(notThere);
    expect((await services.userItems(owner)).shops).toEqual([]);
  });

  test.each<[string, Fault]>(troubles)(
    'Stripe is %s: the call is refused, and the snapshot stays',
    async (_what, fault) => {
      const id = await createPlainShop(services, owner);
      services.inject((service) => (service === 'stripe' ? fault : 'pass'));
      expect(await refresh(id)).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
      expect((await services.userItems(owner)).snapshots).toHaveLength(1);
    },
  );
});

describe('the uses of a stage:', () => {
  test('30 refreshes at the same moment, 10 in a day allowed: Stripe is asked for 10; another user may', async () => {
    limitTo({ ...wide, refresh: { user: ['10/d'] } });
    const id = await createPlainShop(services, owner);
    services.operations.length = 0;
    const responses = await Promise.all(Array.from({ length: 30 }, () => refresh(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS', retryAfter: 86_400, message: expect.stringContaining('本日の更新の回数') },
    });
    expect(stripeRequests().filter((one) => one.includes('/customers/'))).toHaveLength(10);
    const other = await services.createOwner('other@example.jp');
    expect((await refresh(await createPlainShop(services, other), other.browser)).status).toBe(200);
    services.clock.advance(86_400_000);
    expect((await refresh(id)).status).toBe(200);
  });

  test('too many by all users in ten seconds: refused with a text, not counted for the user’s day', async () => {
    limitTo({ refresh: { user: ['2/d'] }, stripe: { stage: ['2/10s'] } });
    const other = await services.createOwner('other@example.jp');
    await refresh(await createPlainShop(services, other), other.browser);
    const id = await createPlainShop(services, owner);
    for (let tried = 0; tried < 3; tried += 1)
      expect(await refresh(id)).toMatchObject({
        status: 429,
        body: { message: 'ただいま混み合っています。少し待ってから、もう一度お試しください。', retryAfter: 10 },
      });
    services.clock.advance(10_000);
    expect((await refresh(id)).status).toBe(200);
  });

  test('a refresh that fails does not count for the day', async () => {
    limitTo({ refresh: { user: ['1/d'] } });
    const id = await createPlainShop(services, owner);
    stripeDown();
    expect((await refresh(id)).status).toBe(503);
    services.clearFaults();
    expect((await refresh(id)).status).toBe(200);
  });
});

describe('the price of an item', () => {
  const itemOf = async (subscriptionId: string) =>
    (await services.stripe.subscriptions.retrieve(subscriptionId)).items.data[0];

  test('the price comes from the snapshot, even if Stripe is down', async () => {
    const item = await itemOf((await createSubscribedShop(services, owner, { total: 2 })).subscriptionId);
    stripeDown();
    services.operations.length = 0;
    expect(await priceOf(item?.id ?? '')).toMatchObject({ status: 200, body: { priceId: item?.price.id } });
    // The session; the item's link to its shop, then the shop's owner and its snapshot (decisions/platform).
    expect(services.operations).toEqual(['dynamodb Query', 'dynamodb GetItem', 'dynamodb BatchGetItem']);
  });

  test('another user’s item: 404', async () => {
    const other = await services.createOwner('other@example.jp');
    const item = await itemOf((await createSubscribedShop(services, other, { total: 1 })).subscriptionId);
    expect(await priceOf(item?.id ?? '')).toMatchObject({ status: 404, body: { code: 'SUBSCRIPTION_NOT_FOUND' } });
    expect(await priceOf('si_unknown')).toMatchObject({ status: 404, body: { code: 'SUBSCRIPTION_NOT_FOUND' } });
  });
});
