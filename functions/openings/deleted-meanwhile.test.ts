import type { Fault } from '../../local/testing/functions';
import { startPaymentServices, subscribedBody } from '#functions/testing/payment-services';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { createPlainShop } from '#functions/testing/save-card';
import { tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { createShopWithSubscription, createSubscription } from './calls';

const services = testServices(startPaymentServices);

test('the shop is deleted before any request of an order: SHOP_NOT_FOUND, or the order came first', async () => {
  const [owner, priceOf] = [await services.createOwner(), await tierPrices(services)];
  const responses: unknown[] = [];
  for (let before = 1; before <= 12; before += 1) {
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    let asked = 0;
    services.inject(async (service): Promise<Fault> => {
      if (service === 'stripe' && (asked += 1) === before) await services.stripe.customers.del(customerId);
      return 'pass';
    });
    const response = await owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId },
      headers: { 'idempotency-key': `the-order-of-the-shop-${before}` },
      body: { items: tierItems(priceOf, 5) },
    });
    services.clearFaults();
    responses.push(response.status === 200 ? 200 : response.body['code']);
  }
  const first = responses.indexOf(200);
  expect(first).toBeGreaterThan(4);
  expect(responses).toEqual(responses.map((_, index) => (index < first ? 'SHOP_NOT_FOUND' : 200)));
});

const refused = (error: object) => ({
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { type: 'invalid_request_error', ...error } }),
});

const codeRefused = refused({ message: 'This promotion code cannot be redeemed.' });

/** From a request on, Stripe has the key of an account that knows no customer of ours. */
function withWrongKey(from?: string): void {
  const missing = (param: string) => refused({ code: 'resource_missing', param, message: 'No such customer' });
  let begun = from === undefined;
  services.inject((_service, asked) => {
    begun ||= asked === from;
    if (!begun) return 'pass';
    if (/^(GET|POST) \/v1\/subscriptions$/.test(asked)) return missing('customer');
    return asked.startsWith('GET /v1/customers/') ? { ...missing('id'), status: 404 } : 'pass';
  });
}

/** An owner, and an opening of theirs with a promotion code, which is the same request each time. */
async function openingWithCode() {
  await makePromotionCode(services, 'GOOD', { percent_off: 10 });
  const owner = await services.createOwner();
  const submit = () =>
    owner.browser.send(createShopWithSubscription, {
      method: 'POST',
      path: '/api',
      body: subscribedBody({ revonizerQuantity: 5, promoCode: 'GOOD' }),
      headers: { 'idempotency-key': 'the-key-of-this-form' },
    });
  return { owner, submit };
}

test('cut off once its customer was removed, of which Stripe lists nothing: the retry is refused', async () => {
  const { submit } = await openingWithCode();
  let removed = false;
  services.inject((_service, asked) => {
    if (removed) return 'down';
    removed = asked.startsWith('DELETE /v1/customers');
    return asked === 'POST /v1/subscriptions' ? codeRefused : 'pass';
  });
  expect((await submit()).status).toBe(503);
  services.clock.advance(31_001);
  const missing = refused({ code: 'resource_missing', param: 'customer', message: 'No such customer' });
  services.inject((_service, asked) => (asked === 'GET /v1/subscriptions' ? missing : 'pass'));
  expect(await submit()).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_NOT_APPLICABLE' } });
});

test('cut off before its customer was removed, the retry has the key of a wrong account: the shop stays', async () => {
  const { owner, submit } = await openingWithCode();
  services.inject((_service, asked) => {
    if (asked.startsWith('DELETE /v1/customers')) return 'down';
    return asked === 'POST /v1/subscriptions' ? codeRefused : 'pass';
  });
  expect((await submit()).status).toBe(503);
  services.clock.advance(31_001);
  withWrongKey();
  services.operations.length = 0;
  expect((await submit()).status).toBeGreaterThanOrEqual(500);
  expect(services.operations.filter((one) => one.startsWith('stripe DELETE'))).toEqual([]);
  expect((await services.userItems(owner)).shops).toHaveLength(1);
});

test('the response was lost, and the retry has the key of a wrong account: the next one finds the shop', async () => {
  const { owner, submit } = await openingWithCode();
  services.inject((_service, asked) => (asked === 'POST /v1/subscriptions' ? 'lost' : 'pass'));
  expect((await submit()).status).toBe(503);
  withWrongKey();
  expect((await submit()).status).toBeGreaterThanOrEqual(500);
  services.clearFaults();
  const { status, body } = await submit();
  const all = await services.stripe.subscriptions.list({ status: 'all' });
  expect([status, all.data.map(({ id }) => id)]).toEqual([200, [body['subscriptionId']]]);
  expect((await services.userItems(owner)).shops.map(({ customerId }) => customerId)).toEqual([body['customerId']]);
});

test.each(['POST /v1/subscriptions', 'GET /v1/subscriptions'])(
  'an order of an existing shop has the key of a wrong account at %s: the next one begins it',
  async (refusing) => {
    const owner = await services.createOwner();
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    const items = tierItems(await tierPrices(services), 5);
    const submit = () =>
      owner.browser.send(createSubscription, {
        method: 'POST',
        path: '/api',
        params: { customerId },
        headers: { 'idempotency-key': 'the-order-of-the-shop' },
        body: { items },
      });
    withWrongKey(refusing);
    expect((await submit()).status).toBeGreaterThanOrEqual(500);
    services.clearFaults();
    expect((await submit()).status).toBe(200);
  },
);
