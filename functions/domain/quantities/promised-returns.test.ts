import { lockDays } from '#shared/model/device';
import { isOpen } from '#shared/model/movement';
import { listReductions, readShopMovements } from '../../adapters/devices-table/movements';
import { handler as changeQuantities } from '../../api/billing/change-quantities';
import { handler as cancelSubscription } from '../../api/billing/cancel-subscription';
import { handler as requestExchange } from '../../api/device/request-exchange';
import { handler as returnDevice } from '../../api/device/return-device';
import { logger } from '../../runtime/logger';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { moveAll, shipDevices } from '../../testing/shipped-devices';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { lowerReturned } from '../movements/lower-returned';
import { renewSnapshot } from '../shops/renew-snapshot';

/**
 * A return that lowers the subscription counts in every later lowering: the subscription never loses its last device
 * so.
 */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;
let errors: jest.SpyInstance;

/** A shop with so many devices, all of them there. */
async function begin(total: number): Promise<void> {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total });
  await shipDevices(shop, total);
}
beforeEach(() => {
  errors = jest.spyOn(logger, 'error').mockClear();
});

const lowerTo = (total: number, ...named: string[]) =>
  owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { quantities: {}, total, ...(named.length > 0 && { serials: named }) },
  });
const giveBack = (serialNumber: string, alsoReduce = true) =>
  owner.browser.post(returnDevice, {
    serialNumber,
    stripeSubscriptionId: shop.subscriptionId,
    reason: '台数削減',
    ...(alsoReduce && { alsoReduce }),
  });
const exchange = (serialNumber: string) =>
  owner.browser.post(requestExchange, { serialNumber, customerId: shop.customerId, issues: ['異音がする'], notes: '' });
const end = () =>
  owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });
const billed = async () =>
  (await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items.data.reduce(
    (sum, { quantity = 0 }) => sum + quantity,
    0,
  );
const movements = async () =>
  (await readShopMovements(shop.customerId)).movements
    .filter(({ kind }) => kind === 'collect')
    .map(({ cause, serialNumbers, lowers }) => [cause, ...serialNumbers, lowers ?? ''].join(' ').trim())
    .toSorted();
const openSwaps = async () =>
  (await readShopMovements(shop.customerId)).movements.filter((one) => one.kind === 'swap' && isOpen(one)).length;
/** Every return arrives, and the job runs until it has nothing left to do. */
async function settle(): Promise<void> {
  await moveAll(shop.customerId, '到着');
  for (let runs = 0; runs < 4; runs += 1) {
    services.clock.advance(11 * 60_000);
    await lowerReturned(services.clock.now() + 60_000);
  }
  expect(await listReductions()).toEqual([]);
  expect(errors).not.toHaveBeenCalledWith(expect.stringContaining('its owner has to end it'), expect.anything());
}

test('two devices, one going back; the other is named for a lower quantity: refused with what to do', async () => {
  await begin(2);
  expect((await giveBack('RVZ-1')).status).toBe(200);
  const refused = await lowerTo(1, 'RVZ-2');
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(JSON.stringify(refused.body)).toContain('返却の手続き中のデバイス（RVZ-1）');
  await settle();
  expect(await billed()).toBe(1);
  expect(await movements()).toEqual(['return RVZ-1 done']);
});

test('two devices, one going back; lowered to one without a name: that is the one, and once', async () => {
  await begin(2);
  await giveBack('RVZ-1');
  expect((await lowerTo(1)).status).toBe(200);
  await settle();
  expect(await billed()).toBe(1);
  expect(await movements()).toEqual(['return RVZ-1 done']);
});

test('four devices, one going back; lowered to two with another one named: both go, and no further one', async () => {
  await begin(4);
  await giveBack('RVZ-1');
  expect((await lowerTo(2, 'RVZ-2')).status).toBe(200);
  await settle();
  expect(await billed()).toBe(2);
  expect(await movements()).toEqual(['lowered RVZ-2', 'return RVZ-1 done']);
});

test('the device that goes back is named itself: no second collection', async () => {
  await begin(3);
  await giveBack('RVZ-1');
  expect((await lowerTo(2, 'RVZ-1')).status).toBe(200);
  await settle();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test('two returns at once of two devices: one lowers the subscription, the other is refused', async () => {
  await begin(2);
  const responses = await Promise.all([giveBack('RVZ-1'), giveBack('RVZ-2')]);
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  await settle();
  expect(await billed()).toBe(1);
});

test('a return and a lower quantity at once: one is refused, and the subscription never goes below one', async () => {
  for (let round = 0; round < 8; round += 1) {
    await services.startAfresh();
    await begin(2);
    const responses = await Promise.all([giveBack('RVZ-1'), lowerTo(1, 'RVZ-2')]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    await settle();
    expect(await billed()).toBe(1);
    expect(await movements()).toHaveLength(1);
  }
});

test('two lower quantities at once: the devices of the one that took effect go back', async () => {
  await begin(3);
  const responses = await Promise.all([lowerTo(2, 'RVZ-2'), lowerTo(2, 'RVZ-3')]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  await settle();
  expect(await billed()).toBe(2);
  expect(await movements()).toEqual([expect.stringMatching(/^lowered RVZ-[23]$/)]);
});

test('raised in between: the device that goes back still lowers the subscription by one', async () => {
  await begin(2);
  await giveBack('RVZ-1');
  expect((await lowerTo(3)).status).toBe(200);
  await settle();
  expect(await billed()).toBe(2);
});

test('the quantity is lowered while a return is decided by an older snapshot: the return is refused', async () => {
  await begin(2);
  let isLowered = false;
  services.inject(async (service, operation, { body }) => {
    if (
      service === 'dynamodb' &&
      operation === 'TransactWriteItems' &&
      !isLowered &&
      String(body).includes('REQUEST#')
    ) {
      isLowered = true;
      await lowerTo(1);
    }
    return 'pass' as const;
  });
  expect(await giveBack('RVZ-1')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  services.clearFaults();
  await settle();
  expect([isLowered, await billed()]).toEqual([true, 1]);
});

test('a lower quantity that is refused leaves nothing behind: a return may lower the subscription', async () => {
  await begin(2);
  const refused = await owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { quantities: {}, total: 1, serials: ['RVZ-2'], seen: { total: 9 } },
  });
  expect(refused.body['code']).toBe('QUANTITY_CHANGED');
  expect((await giveBack('RVZ-1')).status).toBe(200);
  await settle();
  expect(await billed()).toBe(1);
});

test('ended in between: no device is lowered away any more', async () => {
  await begin(2);
  await giveBack('RVZ-1');
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  await renewSnapshot(owner.userId, shop.customerId);
  await settle();
  expect((await movements()).toSorted()).toEqual(['ended', 'return RVZ-1 done']);
});

/** Runs something once, when a transaction with this text is on its way to DynamoDB. */
function just(before: string, run: () => Promise<unknown>): void {
  let isDone = false;
  services.inject(async (_service, operation, { body }) => {
    if (operation === 'TransactWriteItems' && !isDone && String(body).includes(before)) {
      isDone = true;
      await run();
    }
    return 'pass' as const;
  });
}

describe.each<[string, () => Promise<{ status: number }>, string]>([
  ['a return', () => giveBack('RVZ-1', false), 'return RVZ-1'],
  ['an exchange', () => exchange('RVZ-1'), ''],
])('%s while its subscription ends: each device has one order', (_what, ask, order) => {
  test('it is accepted just before the end is booked', async () => {
    await begin(2);
    just('SNAPSHOT#', ask);
    expect((await end()).status).toBe(200);
    expect(await movements()).toEqual(order === '' ? ['ended RVZ-1 RVZ-2'] : ['ended RVZ-2', `${order} done`]);
    expect(await openSwaps()).toBe(0);
  });

  test('the end is booked just before it is accepted: it is refused', async () => {
    await begin(2);
    just('REQUEST#', end);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'DEVICE_NOT_ELIGIBLE' } });
    expect(await movements()).toEqual(['ended RVZ-1 RVZ-2']);
    expect(await openSwaps()).toBe(0);
  });
});

test('a return that lowers, asked for again while the device is free: the subscription goes down once', async () => {
  await begin(4);
  expect(await giveBack('RVZ-1')).toMatchObject({ status: 200 });
  services.clock.advance((lockDays + 1) * 86_400_000);
  expect(await giveBack('RVZ-1')).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { alsoReduce: expect.stringContaining('すでに進んでいます') } },
  });
  await moveAll(shop.customerId, '到着');
  await lowerReturned(services.clock.now() + 60_000);
  expect(await billed()).toBe(3);
});
