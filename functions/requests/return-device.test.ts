import { readShopMovements } from '#functions/movements/movements-table';
import { cancelSubscription } from '#functions/endings/calls';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { shipDevices } from '#functions/testing/shipped-devices';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { changeQuantities } from '#functions/quantities/calls';
import { returnDevice } from './calls';

/** Returns that were cut off before they could lower their subscription. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

async function begin(total: number): Promise<void> {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total });
  await shipDevices(shop, total);
}

const giveBackOnce = (key: string, serialNumber: string) =>
  owner.browser.send(returnDevice, {
    method: 'POST',
    path: '/api',
    headers: { 'idempotency-key': key },
    body: { serialNumber, stripeSubscriptionId: shop.subscriptionId, reason: '台数削減', alsoReduce: true },
  });
const end = () =>
  owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });
const billed = async () => {
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  return items.data.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
};
const movements = async () =>
  (await readShopMovements(shop.customerId))
    .filter(({ kind }) => kind === 'collect')
    .map(({ cause, serialNumbers, lowers }) => [cause, ...serialNumbers, lowers ?? ''].join(' ').trim())
    .toSorted();
/** A return that is accepted, and Stripe is down before the subscription goes down. */
async function cutOff(): Promise<void> {
  services.inject((_service, operation) => (operation === 'POST /v1/subscriptions/{subscription}' ? 'down' : 'pass'));
  expect((await giveBackOnce('the-key-of-this-return', 'RVZ-1')).status).toBe(503);
  services.clearFaults();
}

test('Stripe is down after the return was accepted, nobody repeats it: both parts are done minutes later', async () => {
  await begin(3);
  await cutOff();
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 due']]);
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test('another return after one that could not lower yet: each lowers the subscription by its own device', async () => {
  await begin(4);
  await cutOff();
  services.clock.advance(40_000);
  // A reading could not tell which of the two has lowered it.
  expect(await giveBackOnce('the-key-of-the-other', 'RVZ-2')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_KEY_IN_USE' },
  });
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect((await giveBackOnce('the-key-of-the-other', 'RVZ-2')).status).toBe(200);
  await deliverEvents(services);
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done', 'return RVZ-2 done']]);
});

test('a lower quantity beside a return that could not lower yet waits for it: each lowers it by its own', async () => {
  await begin(4);
  await cutOff();
  services.clock.advance(40_000);
  const lowerTo = (total: number) =>
    owner.browser.send(changeQuantities, {
      method: 'POST',
      path: '/api',
      params: { id: shop.subscriptionId },
      body: { quantities: {}, total, serials: ['RVZ-2'] },
    });
  // Both would lower it to three.
  expect(await lowerTo(3)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 done']]);
  expect((await lowerTo(2)).status).toBe(200);
  expect([await billed(), await movements()]).toEqual([2, ['lowered RVZ-2', 'return RVZ-1 done']]);
});

describe.each<[string, () => Promise<unknown>]>([
  ['its owner', end],
  ['the staff at Stripe, and nobody has read it', () => services.stripe.subscriptions.cancel(shop.subscriptionId)],
])('a return that could not lower yet, and %s ends the subscription', (_who, ends) => {
  test('its device goes back with it, once', async () => {
    await begin(3);
    await cutOff();
    // The lease of what was cut off ends.
    services.clock.advance(40_000);
    await ends();
    services.clock.advance(10 * 60_000);
    await doTasks();
    expect(await movements()).toEqual(['ended RVZ-2 RVZ-3', 'return RVZ-1 done']);
  });
});
