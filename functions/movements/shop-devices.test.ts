import { linkToShop } from '#functions/shops/shops-table';
import { listShopDevices } from '#functions/devices/calls';
import { returnDevice } from '#functions/requests/calls';
import { listMovements } from './calls';
import type { Fault } from '../../local/testing/functions';
import type { Browser } from '#functions/testing/browser';
import { deviceRecords, serial } from '#functions/testing/device-records';
import { snapshotOf, startRequestServices } from '#functions/testing/request-services';
import { giveShop } from '#functions/testing/shops';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { testServices } from '#functions/testing/test-services';
import { bookMovements } from './book';
import { syncDevices } from '#functions/mirror/calls';

/** A shop has the devices of its subscriptions, whichever of both is known first (decisions/devices). */
const services = testServices(startRequestServices);
const { run, minutes, addDevices, change, remove } = deviceRecords(services);
const shop = { customerId: 'cus_1', subscriptionId: 'sub_1' };
let userId: string;
let owner: Browser;

beforeEach(async () => {
  ({ userId, browser: owner } = await signInOwner());
  await giveShop(userId, shop.customerId);
});

/** Reads the shop from Stripe, with these subscriptions. */
async function readShop(...subscriptionIds: string[]): Promise<void> {
  const { record } = snapshotOf(shop, 0);
  const [known] = record.subscriptions;
  const subscriptions = known ? subscriptionIds.map((id) => ({ ...known, id, status: 'active' as const })) : [];
  await bookMovements(userId, shop.customerId, {
    record: { ...record, subscriptions },
    readAtMs: services.clock.now(),
  });
}

const ask = async (handler: typeof listShopDevices, who = owner, id = shop.customerId) => {
  services.operations.length = 0;
  return who.send(handler, { method: 'GET', path: '/api', params: { id } });
};
const listed = async (who = owner, id = shop.customerId) =>
  ((await ask(listShopDevices, who, id)).body as unknown as { serialNumber: string }[]).map(
    ({ serialNumber }) => serialNumber,
  );
const oneRequest = ['Query', 'BatchGetItem', 'ExecuteStatement'].map((one) => `dynamodb ${one}`);

test('three subscriptions and a bought device: session, shop, snapshot, and one request for the devices', async () => {
  await readShop('sub_1', 'sub_2', 'sub_3');
  for (const number of [1, 2, 3]) await addDevices(number, 1, { stripeSubscriptionId: `sub_${number}` });
  await addDevices(4, 1, { stripeSubscriptionId: '', customerId: 'cus_1' });
  await run();
  expect(await listed()).toEqual([1, 2, 3, 4].map(serial));
  expect(services.operations).toEqual(oneRequest);
  const { body } = await ask(listShopDevices);
  expect(body).toMatchObject(['sub_1', 'sub_2', 'sub_3', ''].map((stripeSubscriptionId) => ({ stripeSubscriptionId })));
});

test('movements with the devices of three subscriptions: one request for each', async () => {
  await readShop('sub_1', 'sub_2', 'sub_3');
  for (const number of [1, 2, 3]) await addDevices(number, 1, { stripeSubscriptionId: `sub_${number}` });
  await run();
  const counts = ['sub_1', 'sub_2', 'sub_3'].map((subscription) => ({ subscription, held: 1 }));
  expect((await ask(listMovements)).body).toMatchObject({ counts });
  expect(services.operations.toSorted()).toEqual([...oneRequest, 'dynamodb Query'].toSorted());
});

test('the device is mirrored before its subscription is known: listed as soon as that is', async () => {
  await readShop('sub_1');
  await addDevices(1, 1);
  await addDevices(2, 1, { stripeSubscriptionId: 'sub_2' });
  await run();
  expect(await listed()).toEqual([serial(1)]);
  services.clock.advance(1_000);
  await readShop('sub_1', 'sub_2');
  expect(await listed()).toEqual([1, 2].map(serial));
  expect(services.operations).toEqual(oneRequest);
});

test('the subscription becomes known while its device is written: the device is found all the same', async () => {
  await addDevices(1, 1);
  let isKnown = false;
  services.inject(async (_, operation, { body }): Promise<Fault> => {
    if (operation === 'PutItem' && !isKnown && String(body).includes('RECORD')) {
      isKnown = true;
      await readShop('sub_1');
    }
    return 'pass';
  });
  await run();
  expect(isKnown).toBe(true);
  expect(await listed()).toEqual([serial(1)]);
  expect(services.operations).toEqual(oneRequest);
});

test('20 devices of a known shop: a write each, and no look-up of the shop; unchanged, no write', async () => {
  await readShop('sub_1');
  await addDevices(1, 20);
  const sent: string[] = [];
  services.inject((_, operation, { body }) => {
    const what = ['OF-SHOP#', 'RECORD'].find((key) => String(body).includes(key));
    if (what !== undefined && operation !== 'Scan') sent.push(`${operation} ${what}`);
    return 'pass';
  });
  await run();
  expect(sent).toEqual(['BatchGetItem RECORD', ...Array<string>(20).fill('PutItem RECORD')]);
  minutes(25 * 60);
  sent.length = 0;
  await expect(run()).resolves.toMatchObject({ changed: 0 });
  expect([...new Set(sent)]).toEqual(['BatchGetItem RECORD']);
});

test('a device with a request, whose shop is read again: listed by one request, with its request', async () => {
  const before = await services.createOwner(shop);
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  expect(await listed(before)).toEqual(['RVZ-1']);
  expect(services.operations).toEqual(oneRequest);
  const given = await before.post(returnDevice, {
    serialNumber: 'RVZ-1',
    stripeSubscriptionId: 'sub_1',
    reason: '台数削減',
  });
  expect(given.status).toBe(200);
  await giveShop(userId, shop.customerId); // createOwner gave it to somebody else
  await readShop('sub_1');
  const { body } = await ask(listShopDevices);
  expect(body).toMatchObject([{ isActionLocked: true, stripeSubscriptionId: 'sub_1', request: given.body['request'] }]);
  expect(services.operations).toEqual(oneRequest);
});

describe('another owner', () => {
  let other: Browser;
  beforeEach(async () => {
    other = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
    await readShop('sub_1');
    await addDevices(1, 1);
    await run();
    minutes(10);
  });

  test('the staff give the device to their subscription: it is theirs alone', async () => {
    await change(1, { stripeSubscriptionId: 'sub_2' });
    await run();
    expect([await listed(), await listed(other, 'cus_2')]).toEqual([[], [serial(1)]]);
  });

  test('the staff give it to a subscription that nobody knows: it is nobody’s', async () => {
    await change(1, { stripeSubscriptionId: 'sub_9' });
    await run();
    expect([await listed(), await listed(other, 'cus_2')]).toEqual([[], []]);
    const asked = { serialNumber: serial(1), stripeSubscriptionId: 'sub_9', reason: '台数削減' };
    expect((await owner.post(returnDevice, asked)).status).toBe(404);
  });

  test('the subscription’s link leads to their shop, but it is not theirs: the device is not shown', async () => {
    await linkToShop('cus_2', ['sub_1']);
    expect(await listed(other, 'cus_2')).toEqual([]);
    const asked = { serialNumber: serial(1), stripeSubscriptionId: 'sub_1', reason: '台数削減' };
    expect((await other.post(returnDevice, asked)).status).toBe(404);
    await linkToShop('cus_1', ['sub_1']);
    expect((await owner.post(returnDevice, asked)).status).toBe(200);
  });
});

test('the record is deleted, or the owner reads their devices anew: the list follows', async () => {
  await readShop('sub_1');
  await addDevices(1, 2);
  await run();
  await remove(1);
  await addDevices(3, 1);
  services.clock.advance(60_000);
  expect((await owner.post(syncDevices)).status).toBe(200);
  expect(await listed()).toEqual([2, 3].map(serial));
  expect(services.operations).toEqual(oneRequest);
});
