import { defaultAppIds } from '#shared/model/record-system';
import { clock } from '#functions/platform/clock';
import { leaseJob } from './mirror-jobs-table';
import { consume } from '#functions/limits/limits';
import { deviceRecords } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { Browser } from '#functions/testing/browser';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { listRepairs, listDevices } from '#functions/devices/calls';
import { returnDevice } from '#functions/requests/calls';
import { recordSync } from '#functions/devices/devices-table';
import { getDeviceSync, syncDevices } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;

const fieldsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }])) as never;
const addDevice = (serialNumber: string, stripeSubscriptionId: string) =>
  services.kintone.record.addRecord({
    app: defaultAppIds.devices,
    record: fieldsOf({ serialNumber, stripeSubscriptionId, status: '出荷', deviceCategory: 'サブスク' }),
  });
const change = (serialNumber: string, values: Record<string, unknown>) =>
  services.kintone.record.updateRecord({
    app: defaultAppIds.devices,
    updateKey: { field: 'serialNumber', value: serialNumber },
    record: fieldsOf(values),
  });

beforeEach(async () => {
  owner = await services.createOwner(
    { customerId: 'cus_1', subscriptionId: 'sub_1' },
    { customerId: 'cus_2', subscriptionId: 'sub_2"' },
  );
  for (const [serial, subscription] of [
    ['A', 'sub_1'],
    ['B', 'sub_2"'],
    ['C', 'sub_other'],
  ] as const)
    await addDevice(serial, subscription);
  services.operations.length = 0;
});

const sync = (who = owner) => who.post(syncDevices);
const serials = async (who = owner) =>
  ((await who.get(listDevices)).body as unknown as { devices: { serialNumber: string; status: string }[] }[]).flatMap(
    (group) => group.devices.map((device) => `${device.serialNumber} ${device.status}`),
  );
const minute = (): void => services.clock.advance(60_000);

const asked = (): number => services.operations.filter((operation) => operation.startsWith('records')).length;

test('what was changed of devices and repairs is read, and the owner sees their own', async () => {
  for (const serialNumber of ['A', 'C'])
    await services.kintone.record.addRecord({
      app: defaultAppIds.repairs,
      record: fieldsOf({ serialNumber, 修理項目: '異音がする' }),
    });
  expect(await sync()).toMatchObject({ status: 200, body: { finishedAt: Math.floor(services.clock.now() / 1000) } });
  expect(await serials()).toEqual(['A 出荷', 'B 出荷']);
  expect((await owner.send(listRepairs, { method: 'GET', path: '/', params: { serial: 'A' } })).body).toHaveLength(1);
});

test('a second sync within a minute joins the first: nothing is read, and it has the time of that one', async () => {
  const { body } = await sync();
  services.clock.advance(18_000);
  services.operations.length = 0;
  expect(await sync()).toMatchObject({ status: 200, body });
  expect(asked()).toBe(0);
  services.clock.advance(42_000);
  expect(await sync()).toMatchObject({ status: 200, body: { finishedAt: Number(body['finishedAt']) + 60 } });
  expect(asked()).toBeGreaterThan(0);
});

test('two presses at once: both get the one reading', async () => {
  jest.spyOn(clock, 'wait').mockImplementation(() => new Promise((resolve) => setImmediate(resolve)));
  const answers = await Promise.all([sync(), sync()]);
  jest.mocked(clock.wait).mockRestore();
  expect(answers.map(({ status, body }) => [status, body['finishedAt']])).toEqual(
    answers.map(() => [200, services.clock.now() / 1000]),
  );
  expect(asked()).toBeLessThanOrEqual(12);
});

test('the first could read nothing: the second is accepted, and a task reads', async () => {
  services.inject((service) => (service === 'records' ? 'down' : 'pass'));
  expect((await sync()).status).toBe(503);
  services.clearFaults();
  await change('A', { status: '返却' });
  expect(await sync()).toMatchObject({ status: 200, body: { finishedAt: null } });
  await doTasks();
  expect(await serials()).toEqual(['A 返却', 'B 出荷']);
});

test('the readings of a day are used up: refused until 9 o’clock in Japan, with a text', async () => {
  await consume({ kind: 'readings', of: { stage: '' }, amount: 1_000 });
  services.operations.length = 0;
  const { status, body } = await sync();
  expect([status, body]).toEqual([
    429,
    expect.objectContaining({ code: 'SYNC_TOO_SOON', message: expect.stringContaining('混み合っている') }),
  ]);
  expect(asked()).toBe(0);
  services.clock.advance(Number(body['retryAfter']) * 1000);
  expect(services.clock.now() % 86_400_000).toBe(0);
  expect((await sync()).status).toBe(200);
});

test('several owners at once: one reading is made, and all see the change', async () => {
  await sync();
  minute();
  await change('A', { status: '返却' });
  services.operations.length = 0;
  const others = await Promise.all(
    ['cus_7', 'cus_8', 'cus_9'].map((id) => services.createOwner({ customerId: id, subscriptionId: `sub_${id}` })),
  );
  const answers = await Promise.all([owner, ...others].map((one) => sync(one)));
  expect(answers.map(({ status, body }) => [status, body['finishedAt'] === null])).toEqual(
    answers.map(() => [200, false]),
  );
  expect(await serials()).toEqual(['A 返却', 'B 出荷']);
  // The form, the changes and the count of each of four apps.
  expect(asked()).toBeLessThanOrEqual(12);
});

describe('another run has the job:', () => {
  beforeEach(() => {
    jest.spyOn(clock, 'wait').mockImplementation(async (milliseconds) => services.clock.advance(milliseconds));
  });
  afterEach(() => jest.mocked(clock.wait).mockRestore());
  const holdFor = async (seconds: number): Promise<void> => {
    expect(await leaseJob('devices', seconds * 1000)).toBeDefined();
  };

  test('it ends in time: the button waits, reads what it may have missed, and shows it', async () => {
    await sync();
    minute();
    await holdFor(3);
    await change('A', { status: '返却' });
    expect((await sync()).body['finishedAt']).toEqual(expect.any(Number));
    expect(await serials()).toEqual(['A 返却', 'B 出荷']);
  });

  test('it takes longer, as the comparison of everything: accepted, and read by a task', async () => {
    await sync();
    minute();
    await holdFor(300);
    await change('A', { status: '返却' });
    const before = services.clock.now();
    expect(await sync()).toMatchObject({ status: 200, body: { finishedAt: null } });
    expect(services.clock.now() - before).toBeLessThan(15_000);
    services.clock.advance(300_000);
    await doTasks();
    expect(await serials()).toEqual(['A 返却', 'B 出荷']);
  });
});

test('everything is compared at night: the button reads the changes alone, and the next run goes on', async () => {
  const { run, minutes, addDevices, endTimeWithPage } = deviceRecords(services);
  await addDevices(101, 1_000, { stripeSubscriptionId: 'sub_9' });
  await run();
  minutes(24 * 60);
  endTimeWithPage(4);
  await expect(run()).resolves.toMatchObject({ finished: false });
  services.clearFaults();
  await change('A', { status: '返却' });
  services.operations.length = 0;
  expect((await sync()).body['finishedAt']).toEqual(expect.any(Number));
  expect(asked()).toBeLessThanOrEqual(12);
  expect(await serials()).toEqual(['A 返却', 'B 出荷']);
  await expect(run()).resolves.toMatchObject({ finished: true });
});

test('devices that changed, moved away or were deleted show so after it, and a lock stays', async () => {
  await sync();
  const accepted = await owner.post(returnDevice, {
    serialNumber: 'A',
    stripeSubscriptionId: 'sub_1',
    reason: '台数削減',
  });
  expect(accepted.status).toBe(200);
  await change('A', { deviceCategory: '代替え機' });
  await addDevice('D', 'sub_1');
  await addDevice('E', 'sub_1');
  minute();
  expect((await sync()).status).toBe(200);
  expect(await serials()).toEqual(['A 出荷', 'D 出荷', 'E 出荷', 'B 出荷']);
  expect((await owner.get(listDevices)).body).toMatchObject([
    { devices: [{ serialNumber: 'A', deviceCategory: '代替え機', isActionLocked: true }, {}, {}] },
    {},
  ]);

  await change('D', { stripeSubscriptionId: 'sub_other' });
  const { records } = await services.kintone.record.getRecords<{ $id: { type: '__ID__'; value: string } }>({
    app: defaultAppIds.devices,
    query: 'serialNumber = "E"',
  });
  await services.kintone.record.deleteRecords({
    app: defaultAppIds.devices,
    ids: records.map((record) => record.$id.value),
  });
  await change('A', { status: '返却' });
  minute();
  expect((await sync()).status).toBe(200);
  expect(await serials()).toEqual(['A 返却', 'B 出荷']);
  expect((await owner.get(listDevices)).body).toMatchObject([
    { devices: [{ isActionLocked: false, request: { state: 'done' } }] },
    {},
  ]);
});

test('the record system is down: 503, the mirror stays, and a new try is possible after a minute', async () => {
  await sync();
  minute();
  services.inject((service) => (service === 'records' ? 'down' : 'pass'));
  expect(await sync()).toMatchObject({
    status: 503,
    body: {
      code: 'RECORDS_UNAVAILABLE',
      message: 'デバイスの管理システムに接続できません。しばらくしてから、もう一度お試しください。',
    },
  });
  expect(await serials()).toEqual(['A 出荷', 'B 出荷']);
  services.clearFaults();
  minute();
  expect(await sync()).toMatchObject({ status: 200 });
});

test('the record system is slow: accepted in time, and a task reads the rest', async () => {
  let isSlow = true;
  services.inject((service) => {
    if (service === 'records' && isSlow) services.clock.advance(11_000);
    if (service === 'records') isSlow = false;
    return 'pass';
  });
  const before = services.clock.now();
  expect(await sync()).toMatchObject({ status: 200, body: { finishedAt: null } });
  expect(services.clock.now() - before).toBeLessThan(15_000);
  await doTasks();
  expect(await serials()).toEqual(['A 出荷', 'B 出荷']);
});

test('a user without a shop: nothing is read', async () => {
  const newcomer = await services.createOwner();
  expect((await sync(newcomer)).status).toBe(200);
  expect(asked()).toBe(0);
});

test('the time of the last reading is that of the schedule’s or of anybody’s sync', async () => {
  expect((await owner.get(getDeviceSync)).body).toEqual({ finishedAt: null });
  await recordSync(services.clock.now() / 1000, []);
  minute();
  await sync();
  const finishedAt = Math.floor(services.clock.now() / 1000);
  expect((await owner.get(getDeviceSync)).body).toEqual({ finishedAt });
  expect((await (await services.createOwner()).get(getDeviceSync)).body).toEqual({ finishedAt });
});

test('not signed in: refused', async () => {
  expect(await sync(new Browser())).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
  expect(await new Browser().get(getDeviceSync)).toMatchObject({ status: 401 });
});
