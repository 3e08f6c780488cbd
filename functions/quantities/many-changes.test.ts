import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, startOfYear, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { changeQuantities } from './calls';

const services = testServices(startPaymentServices);
const minute = 60_000;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  startOfYear(services);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 5 });
  services.clock.advance(10 * 1440 * minute);
});

const change = (total: number) =>
  owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { quantities: {}, total },
  });
const invoices = async () =>
  (await services.stripe.invoices.list({ subscription: shop.subscriptionId, limit: 100 })).data.length;
/** Increases by the portal, `every` so many minutes. */
async function raise(times: number, every: number): Promise<void> {
  for (let more = 1; more <= times; more += 1) {
    expect(await change(5 + more)).toMatchObject({ status: 200, body: { charge: { status: 'paid' } } });
    services.clock.advance(every * minute);
  }
}

test('15 increases in a day: the next is refused until the window ends; decreases are still possible', async () => {
  await raise(15, 20);
  services.operations.length = 0;
  expect(await change(21)).toMatchObject({
    status: 429,
    body: {
      code: 'TOO_MANY_CHANGES',
      message: '台数の変更が続いたため、一時的に受け付けられません。約19時間後に、もう一度お試しください。',
      retryAfter: (1440 - 300) * 60,
    },
    headers: { 'retry-after': String((1440 - 300) * 60) },
  });
  expect(services.operations.filter((one) => one.startsWith('stripe POST'))).toEqual([]);
  expect(await invoices()).toBe(16);
  // Fewer, and up again to what is paid for, makes no invoice.
  expect((await change(6)).status).toBe(200);
  expect((await change(20)).body['charge']).toEqual({ status: 'none' });
  services.clock.advance((1440 - 300) * minute);
  expect((await change(21)).body['charge']).toMatchObject({ status: 'paid' });
});

test('8 increases within a minute: the next is refused until the minute ends', async () => {
  await raise(8, 0.1);
  expect(await change(14)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CHANGES', retryAfter: 12 } });
  services.clock.advance(minute / 5);
  expect((await change(14)).status).toBe(200);
});

test('Stripe itself refuses one too many: the same refusal, nothing charged, and later it works', async () => {
  services.inject((_service, operation) =>
    operation === 'POST /v1/subscriptions/{subscription}'
      ? {
          status: 429,
          headers: { 'content-type': 'application/json', 'stripe-rate-limited-reason': 'resource-specific' },
          body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'x' } }),
        }
      : 'pass',
  );
  expect(await change(6)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CHANGES', retryAfter: 3600 } });
  services.clearFaults();
  expect((await change(6)).body['charge']).toMatchObject({ status: 'paid' });
});
