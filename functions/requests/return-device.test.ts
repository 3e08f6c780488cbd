import { getDevice } from '#functions/devices/devices-table';
import type { DeviceItem } from '#functions/devices/items';
import { putDevice } from '#functions/mirror/mirror-table';
import { authenticate } from '#functions/testing/save-card';
import { createSubscribedShop, setCard } from '#functions/testing/subscribed';
import { deliverEvents } from '#functions/testing/deliver-events';
import { testLoweringReturns } from '#functions/testing/lowering-returns';
import { doTasks } from '#functions/testing/task-queue';

/** Returns that were cut off before they could lower their subscription. */
const { services, current, begin, lowerTo, giveBackOnce, end, billed, movements } = testLoweringReturns();

const update = 'POST /v1/subscriptions/{subscription}';
const tooMany = {
  status: 429,
  headers: { 'content-type': 'application/json', 'stripe-rate-limited-reason': 'resource-specific' },
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'x' } }),
};

/** A return that is accepted, and Stripe is down before the subscription goes down. */
async function cutOff(serialNumber = 'RVZ-1'): Promise<void> {
  services.inject((_service, operation) => (operation === update ? 'down' : 'pass'));
  expect((await giveBackOnce('the-key-of-this-return', serialNumber)).status).toBe(503);
  services.clearFaults();
}

test('Stripe is down after the return was accepted, nobody repeats it: both parts are done minutes later', async () => {
  await begin(3);
  await cutOff();
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 due']]);
  await finish();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

/** A return that has lowered the subscription at Stripe, and then everything is down. */
async function cutOffAfter(): Promise<void> {
  let isCut = false;
  services.inject((_service, operation) => {
    if (isCut) return 'down';
    isCut = operation === update;
    return isCut ? 'lost' : 'pass';
  });
  expect((await giveBackOnce('the-key-of-this-return', 'RVZ-1')).status).toBe(503);
  services.clearFaults();
  services.clock.advance(40_000);
}

/** Its task is due. */
async function finish(): Promise<void> {
  services.clock.advance(10 * 60_000);
  await doTasks();
}

test('Stripe takes no more changes: it is taken back, and another press of its form returns the device', async () => {
  await begin(3);
  services.inject((_service, operation) => (operation === update ? tooMany : 'pass'));
  const press = () => giveBackOnce('the-key-of-this-return', 'RVZ-1');
  for (const refused of await Promise.all([press(), press()]))
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CHANGES' } });
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 due']]);
  services.clearFaults();
  services.clock.advance(60 * 60_000);
  expect((await press()).status).toBe(200);
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done', 'return RVZ-1 due']]);
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
  await finish();
  expect((await giveBackOnce('the-key-of-the-other', 'RVZ-2')).status).toBe(200);
  await deliverEvents(services);
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done', 'return RVZ-2 done']]);
});

test('a lower quantity beside a return that could not lower yet waits for it: each lowers it by its own', async () => {
  await begin(4);
  await cutOff();
  services.clock.advance(40_000);
  // Both would lower it to three.
  expect(await lowerTo(3, 'RVZ-2')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
  await finish();
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 done']]);
  expect((await lowerTo(2, 'RVZ-2')).status).toBe(200);
  expect([await billed(), await movements()]).toEqual([2, ['lowered RVZ-2', 'return RVZ-1 done']]);
});

describe.each<[string, () => Promise<unknown>]>([
  ['its owner', end],
  [
    'the staff at Stripe, and nobody has read it',
    () => services.stripe.subscriptions.cancel(current.shop.subscriptionId),
  ],
])('a return that could not lower yet, and %s ends the subscription', (_who, ends) => {
  test('its device goes back with it, once', async () => {
    await begin(3);
    await cutOff();
    // The lease of what was cut off ends.
    services.clock.advance(40_000);
    await ends();
    await finish();
    expect(await movements()).toEqual(['ended RVZ-2 RVZ-3', 'return RVZ-1 done']);
  });
});

test('it has lowered the subscription, a period begins, and nobody has read it: it goes down once', async () => {
  await begin(3);
  await cutOffAfter();
  services.clock.advance(31 * 86_400_000);
  await services.emulator.tick();
  await finish();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test.each([
  ['before', cutOff],
  ['after', cutOffAfter],
])('cut off %s it lowered the subscription: a higher quantity waits for it, and stays', async (_when, cut) => {
  await begin(3);
  await cut();
  services.clock.advance(40_000);
  expect(await lowerTo(5)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
  await finish();
  expect(await billed()).toBe(2);
  expect((await lowerTo(5)).status).toBe(200);
  await deliverEvents(services);
  expect([await billed(), await movements()]).toEqual([5, ['return RVZ-1 done']]);
});

test('Stripe is so slow that the lease of its task ends: nothing is changed without it', async () => {
  await begin(3);
  await cutOff();
  services.inject((_service, operation) => {
    if (operation === 'GET /v1/subscriptions/{subscription}') services.clock.advance(40_000);
    return 'pass';
  });
  await finish();
  expect(await billed()).toBe(3);
  services.clearFaults();
  await finish();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test('its repeat is cut off when its task is due: the task comes again', async () => {
  await begin(3);
  await cutOff();
  services.clock.advance(120_000);
  let repeat: ReturnType<typeof giveBackOnce> | undefined;
  const endRepeat = await new Promise<() => void>((reached) => {
    services.inject((_service, operation, { body }) => {
      // The record of the request is leased five seconds after the shop is.
      if (operation === 'PutItem' && String(body).includes('LEASE#')) services.clock.advance(5_000);
      return operation === update ? new Promise((resolve) => reached(() => resolve('down'))) : 'pass';
    });
    repeat = giveBackOnce('the-key-of-this-return', 'RVZ-1');
  });
  services.clearFaults();
  services.clock.advance(27_000);
  await doTasks();
  await finish();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
  endRepeat();
  await repeat;
});

test('another user has named a return by the same key: both go on', async () => {
  await begin(3);
  await cutOff();
  const { shop } = current;
  current.owner = await services.createOwner('other@example.jp');
  current.shop = await createSubscribedShop(services, current.owner, { total: 3 });
  const device = (await getDevice('RVZ-1')) as DeviceItem;
  const { subscriptionId } = current.shop;
  await putDevice({ ...device, serialNumber: 'RVZ-9', subscriptionId }, undefined);
  await cutOff('RVZ-9');
  await finish();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-9 done']]);
  current.shop = shop;
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test('an increase is paid at the moment of a return: refused as changed, and the return is taken back', async () => {
  await begin(3);
  await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
  const { charge } = (await lowerTo(5)).body as { charge: { clientSecret: string } };
  services.clock.advance(1000);
  services.inject(async (_service, operation) => {
    if (operation === 'POST /v1/invoices/{invoice}/void') await authenticate(services, charge.clientSecret, 'complete');
    return 'pass' as const;
  });
  const refused = { status: 409, body: { code: 'QUANTITY_CHANGED' } };
  expect(await giveBackOnce('the-key-of-this-return', 'RVZ-1')).toMatchObject(refused);
  services.clearFaults();
  expect(await billed()).toBe(5);
  expect((await giveBackOnce('the-key-of-the-next-try', 'RVZ-1')).status).toBe(200);
  expect(await billed()).toBe(4);
});
