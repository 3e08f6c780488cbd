import { type MovementItem, readMovement } from '#functions/movements/movements-table';
import { readDevices } from '#functions/devices/devices-table';
import { dailyDigest } from '#functions/jobs';
import { orderMovement } from '#functions/testing/a-movement';
import { deviceRecords, serial } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { runJob } from '#functions/testing/run-job';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { forgetShop, linkToShop, ownerOf } from '#functions/shops/shops-table';

const services = testServices(startRequestServices);
const { run, minutes, addDevices, change } = deviceRecords(services);
const now = (): number => services.clock.now() / 1000;

/** An owner with two devices, and a collection of both because their subscription ended. */
async function collection(more: Partial<MovementItem> = {}): Promise<void> {
  await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await addDevices(1, 2, { stripeSubscriptionId: 'sub_1', deviceCategory: 'サブスク', status: '出荷' });
  await run();
  const ended = { kind: 'collect', cause: 'ended', count: 2, serialNumbers: [serial(1), serial(2)] } as const;
  await orderMovement(now(), { ...ended, ...more });
}
async function comesBack(number: number): Promise<void> {
  minutes(10);
  await change(number, {
    status: '返却',
    statusUpdatedAt: `${new Date(services.clock.now()).toISOString().slice(0, 19)}Z`,
  });
  await run();
}
const state = async (movementId = 'mv-cus_1-1') => (await readMovement({ customerId: 'cus_1', movementId }))?.state;

test('the staff set the devices to 返却 and leave the stage: the collection closes with the last one', async () => {
  await collection();
  await comesBack(1);
  expect(await state()).toBe('on-its-way');
  await comesBack(2);
  expect(await state()).toBe('closed');
});

test('its shop is deleted meanwhile: the same', async () => {
  await collection();
  await forgetShop((await ownerOf('cus_1')) ?? '', 'cus_1');
  await comesBack(1);
  await comesBack(2);
  expect(await state()).toBe('closed');
});

test('an end that names no devices closes when all of the subscription came back after it', async () => {
  await collection({ serialNumbers: [] });
  await comesBack(1);
  expect(await state()).toBe('ordered');
  await comesBack(2);
  expect(await state()).toBe('closed');
});

test('what came back before such an end does not close it, nor does it while a device is with its owner', async () => {
  await collection({ state: 'withdrawn' });
  await comesBack(1);
  minutes(10);
  const unnamed = { kind: 'collect', cause: 'ended', serialNumbers: [] } as const;
  await orderMovement(now(), { ...unnamed, movementId: 'mv-cus_1-2', count: 2 });
  await comesBack(2);
  expect(await state('mv-cus_1-2')).toBe('ordered');
  await addDevices(3, 1, { stripeSubscriptionId: 'sub_1', deviceCategory: 'サブスク', status: '出荷' });
  await orderMovement(now(), { ...unnamed, movementId: 'mv-cus_1-3', count: 1 });
  await addDevices(4, 1, { stripeSubscriptionId: 'sub_1', deviceCategory: 'サブスク', status: '出荷' });
  await comesBack(3);
  expect(await state('mv-cus_1-3')).toBe('ordered');
});

test('its owner reads of several devices how many are back', async () => {
  await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await addDevices(1, 3, { stripeSubscriptionId: 'sub_1', deviceCategory: 'サブスク', status: '出荷' });
  await run();
  const serialNumbers = [serial(1), serial(2), serial(3)];
  await orderMovement(now(), { kind: 'collect', cause: 'ended', count: 3, serialNumbers });
  for (const number of [1, 2]) await comesBack(number);
  const movement = await readMovement({ customerId: 'cus_1', movementId: 'mv-cus_1-1' });
  expect(movement).toMatchObject({ serialNumbers, back: [serial(1), serial(2)], count: 3 });
});

test.each([
  ['not all of the ended subscription are known', { serialNumbers: [], count: 3 }],
  ['nobody named the devices of a lower quantity', { serialNumbers: [], cause: 'lowered' as const }],
  ['another device is the named one', { serialNumbers: [serial(3)], count: 1 }],
  ['the devices are on their way to the owner', { kind: 'ship' as const, cause: 'raised' as const }],
])('it stays open: %s', async (_, more) => {
  await collection(more);
  await comesBack(1);
  await comesBack(2);
  expect(await state()).toBe('ordered');
});

test('a device is moved to another subscription of its shop: the collection still names it', async () => {
  await collection();
  await linkToShop('cus_1', ['sub_3']);
  minutes(10);
  await change(1, { stripeSubscriptionId: 'sub_3' });
  await run();
  const named = { state: 'ordered', serialNumbers: [serial(1), serial(2)] };
  expect(await readMovement({ customerId: 'cus_1', movementId: 'mv-cus_1-1' })).toMatchObject(named);
});

test('a killed run left a device under another shop: the daily digest takes it out of the collection', async () => {
  await collection();
  await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
  minutes(10);
  await change(1, { stripeSubscriptionId: 'sub_2' });
  let placed = false;
  services.inject((service, operation, { body }) => {
    if (placed && service === 'dynamodb') return 'down';
    placed = operation === 'PutItem' && body.includes(serial(1));
    return 'pass';
  });
  await run().catch(() => undefined);
  services.clearFaults();
  expect([placed, (await readDevices([serial(1)])).get(serial(1))?.subscriptionId]).toEqual([true, 'sub_2']);
  minutes(10);
  await run();
  await runJob(dailyDigest);
  await doTasks();
  expect(await readMovement({ customerId: 'cus_1', movementId: 'mv-cus_1-1' })).toMatchObject({
    count: 1,
    serialNumbers: [serial(2)],
  });
});
