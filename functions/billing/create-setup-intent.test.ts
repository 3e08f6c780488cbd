import { Browser } from '#functions/testing/browser';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { createSetupIntent } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const intents = async () => (await services.stripe.setupIntents.list({ limit: 100 })).data;

test('an intent is for cards and later use, with its user’s id; a shop or subscription sets its customer', async () => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  await createPlainShop(services, owner);
  const { status, body } = await owner.browser.post(createSetupIntent);
  expect([status, body]).toEqual([
    200,
    { clientSecret: expect.stringMatching(/^seti_.*_secret_/), publishableKey: 'pk_test_local' },
  ]);
  await owner.browser.post(createSetupIntent, { customerId });
  await owner.browser.post(createSetupIntent, { subscriptionId });
  const { userId } = owner;
  expect((await intents()).map((one) => [one.customer, one.usage, one.payment_method_types, one.metadata])).toEqual([
    [customerId, 'off_session', ['card'], { userId, subscription: subscriptionId }],
    [customerId, 'off_session', ['card'], { userId }],
    [null, 'off_session', ['card'], { userId }],
  ]);
});

test('no shop is named by the owner of a single shop: that shop determines its customer', async () => {
  const customerId = await createPlainShop(services, owner);
  await owner.browser.post(createSetupIntent);
  expect((await intents()).map((one) => one.customer)).toEqual([customerId]);
});

test('60 concurrent requests: 20 setup intents are made', async () => {
  const responses = await Promise.all(Array.from({ length: 60 }, () => owner.browser.post(createSetupIntent)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(await intents()).toHaveLength(20);
});

test('another user’s shop, a subscription of another shop, or not signed in: refused', async () => {
  const other = await services.createOwner('other@example.jp');
  const theirs = await createSubscribedShop(services, other, { total: 1 });
  expect(await owner.browser.post(createSetupIntent, { customerId: theirs.customerId })).toMatchObject({
    status: 404,
    body: { code: 'SHOP_NOT_FOUND' },
  });
  expect(await owner.browser.post(createSetupIntent, { subscriptionId: theirs.subscriptionId })).toMatchObject({
    status: 404,
    body: { code: 'SUBSCRIPTION_NOT_FOUND' },
  });
  const { subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  const customerId = await createPlainShop(services, owner);
  expect(await owner.browser.post(createSetupIntent, { customerId, subscriptionId })).toMatchObject({
    status: 404,
    body: { code: 'SUBSCRIPTION_NOT_FOUND' },
  });
  expect((await new Browser().post(createSetupIntent)).status).toBe(401);
  expect(await intents()).toEqual([]);
});

test('a shop whose customer was deleted in Stripe: refused', async () => {
  const customerId = await createPlainShop(services, owner);
  await services.stripe.customers.del(customerId);
  expect(await owner.browser.post(createSetupIntent, { customerId })).toMatchObject({
    status: 404,
    body: { code: 'SHOP_NOT_FOUND' },
  });
});

test('20 in 15 minutes by one user: further ones are refused until the window ends', async () => {
  for (let made = 0; made < 20; made += 1) expect((await owner.browser.post(createSetupIntent)).status).toBe(200);
  services.clock.advance(60_000);
  expect(await owner.browser.post(createSetupIntent)).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_ATTEMPTS', retryAfter: 840 },
    headers: { 'retry-after': '840' },
  });
  expect((await (await services.createOwner('other@example.jp')).browser.post(createSetupIntent)).status).toBe(200);
  services.clock.advance(840_000);
  expect((await owner.browser.post(createSetupIntent)).status).toBe(200);
  expect(await intents()).toHaveLength(22);
});

test('Stripe is down: 503', async () => {
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect(await owner.browser.post(createSetupIntent)).toMatchObject({
    status: 503,
    body: { code: 'PAYMENTS_UNAVAILABLE' },
  });
});

test('20 attempts during an outage of Stripe: none is counted', async () => {
  services.inject((service) => (service === 'stripe' ? 'busy' : 'pass'));
  for (let tried = 0; tried < 20; tried += 1) expect((await owner.browser.post(createSetupIntent)).status).toBe(503);
  services.clearFaults();
  expect((await owner.browser.post(createSetupIntent)).status).toBe(200);
});
