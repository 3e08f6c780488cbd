import type Stripe from 'stripe';
import { createShopWithSubscription, createSubscription } from './calls';
import { refreshShop } from '#functions/shops/refresh-shop';
import { startPaymentServices, subscribedBody } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { waitingTasks } from '#functions/testing/task-queue';

const services = testServices(startPaymentServices);

/** Opens a shop with a trial at an address; returns its customer. */
async function open(line1?: string) {
  const owner = await services.createOwner();
  const given = subscribedBody();
  const { storeData } = given;
  const address = { ...storeData.shippingAddress, ...(line1 !== undefined && { line1 }) };
  const body = { ...given, storeData: { ...storeData, shippingAddress: address } };
  const response = await owner.browser.post(createShopWithSubscription, body);
  expect(response.status).toBe(200);
  return { owner, customerId: String(response.body['customerId']) };
}
const told = async () =>
  (await waitingTasks()).flatMap(({ kind, body }) =>
    kind === 'tell-staff' && (body as { subject: string }).subject === 'Second trial of a place'
      ? [(body as { text: string }).text]
      : [],
  );

test('a second trial of a place, by another account and written otherwise: the staff are told, once', async () => {
  const first = await open('港区南青山１−１−１');
  expect(await told()).toEqual([]);
  const second = await open('港区 南青山 1-1-1');
  const [text, ...more] = await told();
  expect(more).toEqual([]);
  expect(text).toContain(`顧客ID: ${second.customerId}\n以前の顧客ID: ${first.customerId}`);
  await open('港区南青山2-2-2');
  expect(await told()).toHaveLength(1);
});

test('two trials of a place are booked at the same moment: the staff are told of the second', async () => {
  let release: (() => void) | undefined;
  let isHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  services.inject((_service, operation, { body }) => {
    if (release || operation !== 'TransactWriteItems' || !body.includes('"PLACE#')) return 'pass';
    isHeld();
    return new Promise((resolve) => (release = () => resolve('pass')));
  });
  const slow = open();
  await held;
  const quick = await open();
  release?.();
  const { customerId } = await slow;
  expect(await told()).toEqual([expect.stringContaining(`顧客ID: ${customerId}\n以前の顧客ID: ${quick.customerId}`)]);
});

test('after a year the place is new again', async () => {
  await open();
  services.clock.advance(366 * 86_400_000);
  await open();
  expect(await told()).toEqual([]);
});

/** The first subscription, with a trial, of a shop at the place that another shop's trial had. */
async function subscribeAtKnownPlace() {
  const first = await open();
  const [owner, priceOf] = [await services.createOwner(), await tierPrices(services)];
  const customerId = await createPlainShop(services, owner, 'pm_card_visa');
  const { shipping } = await services.stripe.customers.retrieve(first.customerId).then((one) => one as Stripe.Customer);
  await services.stripe.customers.update(customerId, { shipping: shipping as Stripe.CustomerUpdateParams.Shipping });
  await refreshShop(owner.userId, customerId);
  const subscribe = () =>
    owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId },
      headers: { 'idempotency-key': 'the-first-subscription-of-the-shop' },
      body: { items: tierItems(priceOf, 1) },
    });
  const lines = expect.stringContaining(`顧客ID: ${customerId}\n以前の顧客ID: ${first.customerId}`);
  return { owner, customerId, subscribe, lines };
}

test('a first subscription of a shop without one, at a place that had a trial: the staff are told too', async () => {
  const { subscribe, lines } = await subscribeAtKnownPlace();
  expect((await subscribe()).status).toBe(200);
  expect(await told()).toEqual([lines]);
});

test('the shop cannot be read just after it subscribed: the staff are told when it is read, once', async () => {
  const { owner, customerId, subscribe, lines } = await subscribeAtKnownPlace();
  let begun = false;
  services.inject((service, operation) => {
    if (service !== 'stripe') return 'pass';
    if (operation === 'POST /v1/subscriptions') begun = true;
    return begun && operation.startsWith('GET') ? 'down' : 'pass';
  });
  expect((await subscribe()).status).toBe(200);
  services.clearFaults();
  await refreshShop(owner.userId, customerId);
  await refreshShop(owner.userId, customerId);
  expect(await told()).toEqual([lines]);
});
