import { listShops, refreshShop, updateShop } from '#functions/shops/calls';
import { previewQuantities } from '#functions/quantities/calls';
import { setAutoRenewal } from '#functions/endings/calls';
import { markSetupComplete } from '#functions/accounts/calls';
import { limitTo } from '#functions/testing/limit-to';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import type { CallHandler } from './define-handler';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
  limitTo({});
  services.operations.length = 0;
});

const asked = (): number => services.operations.filter((one) => one.startsWith('stripe')).length;
const send = (handler: CallHandler, body?: unknown, { who = owner, of = shop } = {}) =>
  who.browser.send(handler, {
    method: 'POST',
    path: '/api',
    params: { id: of.subscriptionId, customerId: of.customerId },
    ...(body !== undefined && { body }),
  });
const preview = [previewQuantities, { quantities: {}, total: 3 }] as const;

describe('one user in a loop', () => {
  test.each<[string, CallHandler, unknown]>([
    ['previews quantities', ...preview],
    ['refreshes', refreshShop, undefined],
    ['renames a shop', updateShop, { metadata: { サロン名: '梅田店' } }],
    ['switches the renewal', setAutoRenewal, undefined],
  ])('%s 60 times: at most 60 requests of Stripe in ten seconds', async (_what, handler, body) => {
    const statuses = new Set<number>();
    for (let times = 0; times < 60; times += 1) statuses.add((await send(handler, body)).status);
    expect(statuses).toEqual(new Set([200, 429]));
    expect(asked()).toBeGreaterThan(0);
    // Two more read the catalogue, which is kept for everybody.
    expect(asked()).toBeLessThanOrEqual(62);
    expect(await send(handler, body)).toMatchObject({
      headers: { 'retry-after': expect.any(String) },
      body: { code: 'TOO_MANY_ATTEMPTS', retryAfter: expect.any(Number), message: expect.any(String) },
    });
  });

  test('another user of another network previews meanwhile, and ten seconds later so does the first', async () => {
    for (let times = 0; times < 60; times += 1) await send(...preview);
    const other = await services.createOwner('other@example.jp');
    const of = await createSubscribedShop(services, other, { total: 1 });
    expect((await send(...preview, { who: other, of })).status).toBe(200);
    services.clock.advance(10_000);
    expect((await send(...preview)).status).toBe(200);
  });
});

test('many users together stay within the share of the stage, and one who is refused has used nothing', async () => {
  limitTo({ stripe: { network: ['1000/10s'], stage: ['20/10s'] } });
  for (let times = 0; times < 5; times += 1) expect((await send(...preview)).status).toBe(200);
  const other = await services.createOwner('other@example.jp');
  const of = await createSubscribedShop(services, other, { total: 1 });
  for (let times = 0; times < 20; times += 1)
    expect((await send(...preview, { who: other, of })).body['message']).toBe(
      'ただいま混み合っています。少し待ってから、もう一度お試しください。',
    );
  services.clock.advance(10_000);
  for (let times = 0; times < 5; times += 1) expect((await send(...preview, { who: other, of })).status).toBe(200);
});

test('a change of ours costs one write; a reading of ours none', async () => {
  const counted = () => services.operations.filter((one) => one === 'dynamodb UpdateItem').length;
  await owner.browser.post(markSetupComplete);
  services.operations.length = 0;
  await owner.browser.post(markSetupComplete);
  expect(counted()).toBe(1);
  services.operations.length = 0;
  await owner.browser.get(listShops);
  expect(counted()).toBe(0);
});

test('an outage: what the call would have used of a day is there again, what of ten seconds is not', async () => {
  limitTo({ stripe: { user: ['4/10s', '8/d'] } });
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect((await send(...preview)).status).toBe(503);
  services.clearFaults();
  expect(await send(...preview)).toMatchObject({ status: 429, body: { retryAfter: 10 } });
  services.clock.advance(10_000);
  expect((await send(...preview)).status).toBe(200);
  services.clock.advance(10_000);
  expect((await send(...preview)).status).toBe(200);
  services.clock.advance(10_000);
  expect(await send(...preview)).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
});
