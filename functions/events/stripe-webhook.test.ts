import type { Stripe } from 'stripe';
import { createShopOnly, createShopWithSubscription } from '#functions/openings/calls';
import { putItem } from '#functions/platform/dynamodb/items';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';
import { readSnapshot } from '#functions/shops/shops-table';
import { Browser } from '#functions/testing/browser';
import { sendEvent } from '#functions/testing/deliver-events';
import {
  startPaymentServices,
  shopOnlyBody,
  subscribedBody,
  webhookSecret,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { createSubscriptionCard } from '#functions/testing/save-card';
import { createOtherPrice } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { stripeWebhook } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const seconds = () => Math.floor(services.clock.now() / 1000);
const sign = (payload: string, { secret = webhookSecret, timestamp = seconds() } = {}) =>
  services.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
/** The webhook's response, and what it leads to. */
async function deliver(payload: string, signature: string | undefined = sign(payload)) {
  const response = await new Browser().send(stripeWebhook, {
    method: 'POST',
    path: '/api',
    body: payload,
    headers: { origin: '', ...(signature && { 'stripe-signature': signature }) },
  });
  await doTasks({ sweep: false });
  return response;
}
const newest = async (type: string): Promise<string> =>
  JSON.stringify((await services.stripe.events.list({ type, limit: 1 })).data[0]);
const openShop = async (): Promise<string> => {
  const { body } = await owner.browser.post(createShopOnly, shopOnlyBody);
  services.operations.length = 0;
  return String(body['customerId']);
};
const shownName = async () => (await services.userItems(owner)).snapshots[0]?.record.customer.name;
const readsOfStripe = () => services.operations.filter((one) => one.startsWith('stripe'));

test('a change in Stripe: the shop is read again and shows it', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '新しい名前' });
  expect(await deliver(await newest('customer.updated'))).toMatchObject({ status: 200, body: { received: true } });
  expect(await shownName()).toBe('新しい名前');
});

test('the same event again: no shop is read', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '新しい名前' });
  const event = await newest('customer.updated');
  await deliver(event);
  services.operations.length = 0;
  expect((await deliver(event)).status).toBe(200);
  expect(readsOfStripe()).toEqual([]);
});

test('two events of one change: the shop is read once, and again for what comes after that', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '新しい名前' });
  const first = await newest('customer.updated');
  await services.stripe.customers.update(id, { name: 'もっと新しい名前' });
  await sendEvent(services, JSON.parse(first) as Stripe.Event);
  await sendEvent(services, JSON.parse(await newest('customer.updated')) as Stripe.Event);
  services.clock.advance(1_000);
  services.operations.length = 0;
  await doTasks({ sweep: false });
  expect(readsOfStripe()).toHaveLength(2);
  expect(await shownName()).toBe('もっと新しい名前');

  await services.stripe.customers.update(id, { name: '最後の名前' });
  await deliver(await newest('customer.updated'));
  expect(await shownName()).toBe('最後の名前');
});

test('a reading whose devices were booked in part: the same event completes the booking', async () => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 3 }));
  const customerId = String(body['customerId']);
  const snapshot = await readSnapshot(owner.userId, customerId);
  if (!snapshot) throw new Error('The shop has no snapshot');
  services.clock.advance(1_000);
  const event = JSON.parse(await newest('customer.subscription.created')) as Stripe.Event;
  await sendEvent(services, event);
  services.clock.advance(1_000);
  const subscriptionId = String(body['subscriptionId']);
  const readAtMs = services.clock.now();
  const key = { pk: userKey(owner.userId), sk: sortKeys.snapshot(customerId) };
  await putItem(usersTable(), key, { ...snapshot, readAtMs, booked: { [subscriptionId]: 2 } });
  await doTasks({ sweep: false });
  expect((await readSnapshot(owner.userId, customerId))?.booked).toEqual({ [subscriptionId]: 3 });
});

test.each(['null', '{}', '[]', '7', 'no JSON', '{"id":"evt_1","type":"customer.updated","data":{"object":null}}'])(
  'signed by Stripe and no event (%s): 400, so that Stripe shows what is wrong',
  async (payload) => {
    expect(await deliver(payload)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  },
);

test('a late event: the shop shows the current state, not the one in the event', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '古い名前' });
  const late = await newest('customer.updated');
  await services.stripe.customers.update(id, { name: '新しい名前' });
  await deliver(await newest('customer.updated'));
  await deliver(late);
  expect(await shownName()).toBe('新しい名前');
});

test('Stripe is slow or down: the event is accepted at once, and its shop is read when Stripe is back', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '新しい名前' });
  const event = await newest('customer.updated');
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect((await deliver(event)).status).toBe(200);
  services.clearFaults();
  services.clock.advance(10_000);
  await doTasks();
  expect(await shownName()).toBe('新しい名前');
});

test('a removed card, whose event has no customer any more: its former shop is read again', async () => {
  const id = await openShop();
  const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  await services.stripe.paymentMethods.detach(card.id);
  const event = await newest('payment_method.detached');
  expect(event).toContain('"customer":null');
  services.operations.length = 0;
  expect((await deliver(event)).status).toBe(200);
  expect(readsOfStripe().length).toBeGreaterThan(0);
});

describe('an event is refused, and nothing is read or written,', () => {
  test.each([
    ['without a signature', () => ''],
    ['signed with another secret', (payload: string) => sign(payload, { secret: 'whsec_other' })],
    ['signed 301 seconds ago', (payload: string) => sign(payload, { timestamp: seconds() - 301 })],
    ['with a signature of another body', () => sign('{}')],
    ['with nonsense for a signature', () => 't=1,v1=abc'],
  ])('%s', async (_how, signature) => {
    const id = await openShop();
    await services.stripe.customers.update(id, { name: '新しい名前' });
    const event = await newest('customer.updated');
    services.operations.length = 0;
    expect(await deliver(event, signature(event))).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_SIGNATURE_INVALID' },
    });
    expect(services.operations.filter((one) => !/^(secrets|sqs (Get|Receive))/.test(one))).toEqual([]);
    expect(await shownName()).toBe('山田太郎');
  });
});

test('a signature that is 300 seconds old: accepted', async () => {
  await openShop();
  const event = await newest('customer.created');
  expect((await deliver(event, sign(event, { timestamp: seconds() - 300 }))).status).toBe(200);
});

test('a rotated secret: accepted at once', async () => {
  await openShop();
  const event = await newest('customer.created');
  await deliver(event);
  await services.rotateKeys({ secretKey: 'sk_test_local', webhookSecret: 'whsec_rotated' });
  services.clock.advance(60_000);
  expect((await deliver(event, sign(event, { secret: 'whsec_rotated' }))).status).toBe(200);
});

test('a customer who belongs to no user: ignored', async () => {
  await services.stripe.customers.create({ metadata: { userId: owner.userId, madeBy: 'named-invented.0' } });
  expect((await deliver(await newest('customer.created'))).status).toBe(200);
  expect((await services.userItems(owner)).shops).toEqual([]);
});

test('the event cannot be enqueued: it is refused, so that Stripe delivers it again', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '新しい名前' });
  const event = await newest('customer.updated');
  services.inject((service) => (service === 'dynamodb' ? 'down' : 'pass'));
  const response = new Browser().send(stripeWebhook, {
    method: 'POST',
    path: '/api',
    body: event,
    headers: { origin: '', 'stripe-signature': sign(event) },
  });
  expect((await response).status).toBe(503);
  services.clearFaults();
  expect((await deliver(event)).status).toBe(200);
  expect(await shownName()).toBe('新しい名前');
});

test('the response asks nothing of Stripe', async () => {
  const id = await openShop();
  await services.stripe.customers.update(id, { name: '新しい名前' });
  const event = await newest('customer.updated');
  services.operations.length = 0;
  const sent = { method: 'POST', path: '/api', body: event, headers: { origin: '', 'stripe-signature': sign(event) } };
  expect((await new Browser().send(stripeWebhook, sent)).status).toBe(200);
  expect(services.operations.filter((one) => !one.startsWith('secrets'))).toEqual([
    'dynamodb PutItem',
    'sqs SendMessageBatch',
  ]);
});

test('an event that concerns no shop: ignored without reading anything', async () => {
  await createOtherPrice(services);
  const event = await newest('price.created');
  services.operations.length = 0;
  expect((await deliver(event)).status).toBe(200);
  expect(services.operations.filter((one) => !/^(secrets|sqs (Get|Receive))/.test(one))).toEqual([]);
});

test('a customer is deleted in Stripe: the shop is removed', async () => {
  const id = await openShop();
  await services.stripe.customers.del(id);
  expect((await deliver(await newest('customer.deleted'))).status).toBe(200);
  const { shops, snapshots } = await services.userItems(owner);
  expect([shops, snapshots]).toEqual([[], []]);
});

describe('a saved card', () => {
  let customerId: string;
  let subscriptionId: string;
  const customersCard = async () =>
    ((await services.stripe.customers.retrieve(customerId)) as Stripe.Customer).invoice_settings.default_payment_method;
  const subscriptionsCard = async () =>
    (await services.stripe.subscriptions.retrieve(subscriptionId)).default_payment_method;

  beforeEach(async () => {
    const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
    customerId = String(body['customerId']);
    subscriptionId = String(body['subscriptionId']);
    await createSubscriptionCard(services, String(body['clientSecret']), '4242424242424242');
  });

  test('the customer has no default: it becomes the default, is shown, and stays at a second delivery', async () => {
    const event = await newest('setup_intent.succeeded');
    const [card] = (await services.stripe.paymentMethods.list({ customer: customerId })).data;
    expect((await deliver(event)).status).toBe(200);
    expect(await customersCard()).toBe(card?.id);
    expect(await subscriptionsCard()).toBe(card?.id);
    expect(
      (await services.userItems(owner)).snapshots[0]?.record.subscriptions[0]?.default_payment_method,
    ).toMatchObject({
      card: { last4: '4242' },
    });
    expect((await deliver(event)).status).toBe(200);
    expect(await customersCard()).toBe(card?.id);
  });

  test('a subscription has no card: it becomes that subscription’s card', async () => {
    await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: '' });
    await deliver(await newest('setup_intent.succeeded'));
    expect(await subscriptionsCard()).toMatch(/^pm_/);
  });

  test('its event was lost: it becomes the default three days before the trial ends', async () => {
    services.clock.advance(32 * 86_400_000);
    await services.stripe.subscriptions.list(); // what was due by then happens
    expect((await deliver(await newest('customer.subscription.trial_will_end'))).status).toBe(200);
    expect(await customersCard()).toMatch(/^pm_/);
    expect(await subscriptionsCard()).toBe(await customersCard());
    expect(
      (await services.userItems(owner)).snapshots[0]?.record.subscriptions[0]?.default_payment_method,
    ).toMatchObject({
      card: { last4: '4242' },
    });
    services.clock.advance(4 * 86_400_000);
    expect((await services.stripe.subscriptions.retrieve(subscriptionId)).status).toBe('active');
  });

  test('a newer card was chosen since: the newer card stays', async () => {
    const late = await newest('setup_intent.succeeded');
    services.clock.advance(60_000);
    const newer = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
    await services.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: newer.id } });
    expect((await deliver(late)).status).toBe(200);
    expect(await customersCard()).toBe(newer.id);
  });

  test('removed since: ignored', async () => {
    const [card] = (await services.stripe.paymentMethods.list({ customer: customerId })).data;
    const event = await newest('setup_intent.succeeded');
    await services.stripe.paymentMethods.detach(card?.id ?? '');
    expect((await deliver(event)).status).toBe(200);
    expect(await customersCard()).toBeNull();
  });
});
