import { defaultAppIds } from '#shared/model/record-system';
import { lastDeviceSync } from '../adapters/devices-table/sync-jobs';
import { listDevicesOf } from '../adapters/devices-table/devices';
import { handler as requestExchange } from '../api/device/request-exchange';
import { handler as returnDevice } from '../api/device/return-device';
import { startRequestServices } from '../testing/request-services';
import { testServices } from '../testing/test-services';
import { handler as mirrorDevices } from './mirror-devices';

const services = testServices(startRequestServices);

const fiveMinutes = { getRemainingTimeInMillis: () => 300_000 };
const minutes = (count: number): void => services.clock.advance(count * 60_000);
const run = () => mirrorDevices({}, fiveMinutes);
const app = defaultAppIds.devices;
const fieldsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));
const serial = (number: number): string => `RVZ-${String(number).padStart(5, '0')}`;
const addDevices = async (from: number, count: number, values: Record<string, unknown> = {}): Promise<void> => {
  const records = Array.from({ length: count }, (_, index) =>
    fieldsOf({
      serialNumber: serial(from + index),
      status: '出荷',
      deviceCategory: 'サブスク',
      stripeSubscriptionId: 'sub_1',
      ...values,
    }),
  );
  if (count > 0) await services.kintone.record.addAllRecords({ app, records });
};
const change = (number: number, values: Record<string, unknown>) =>
  services.kintone.record.updateRecord({
    app,
    updateKey: { field: 'serialNumber', value: serial(number) },
    record: fieldsOf(values),
  });
const remove = async (number: number): Promise<void> => {
  const { records } = await services.kintone.record.getRecords<{ $id: { type: '__ID__'; value: string } }>({
    app,
    query: `serialNumber in ("${serial(number)}")`,
  });
  await services.kintone.record.deleteRecords({ app, ids: records.map((record) => record.$id.value) });
};
const mirrored = async () => (await services.items('DEVICE#')).filter((item) => item['sk'] === 'RECORD');
const statusOf = async (number: number) =>
  (await mirrored()).find((item) => item['serialNumber'] === serial(number))?.['status'];
const counted = (pattern: RegExp): number => services.operations.filter((operation) => pattern.test(operation)).length;
/** Uses up the time of a run at its page number `page`. */
const endTimeWithPage = (page: number): void => {
  let pages = 0;
  services.weather((service) => {
    if (service === 'records' && (pages += 1) === page) services.clock.advance(300_000);
    return 'pass';
  });
};

test.each([
  [0, 1],
  [1, 1],
  [500, 2],
  [501, 2],
  [1001, 3],
])('a first run brings all of %i devices in %i pages', async (count, pages) => {
  await addDevices(1, count);
  services.operations.length = 0;
  await expect(run()).resolves.toEqual({ finished: true, busy: false, changed: count, removed: 0, skipped: 0 });
  expect(counted(/^records/)).toBe(pages + 1); // and one of the requests app
  expect(await mirrored()).toHaveLength(count);
  expect(await lastDeviceSync()).toBe(services.clock.now() / 1000);
});

test('a device is mirrored unchanged; one without a subscription is in no list', async () => {
  await addDevices(1, 1, { statusUpdatedAt: '2026-12-01T01:02:00Z', subscriptionRentalAvailability: '販売済' });
  await addDevices(2, 1, { stripeSubscriptionId: '', status: null });
  await run();
  expect(await listDevicesOf('sub_1')).toEqual([
    {
      device: expect.objectContaining({
        serialNumber: serial(1),
        recordId: 1,
        revision: 1,
        status: '出荷',
        statusUpdatedAt: 1_796_086_920,
        deviceCategory: 'サブスク',
        subscriptionRentalAvailability: '販売済',
      }),
      lock: undefined,
    },
  ]);
  expect((await mirrored()).find((item) => item['serialNumber'] === serial(2))).not.toHaveProperty('subscriptionId');
});

test('the next run reads only changes: ten changed devices cost two requests and ten writes', async () => {
  await addDevices(1, 600);
  minutes(10);
  await run();
  minutes(10);
  for (let number = 1; number <= 10; number += 1) await change(number * 50, { status: '返却' });
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ changed: 10, removed: 0 });
  expect(counted(/^records/)).toBe(2);
  expect(counted(/^dynamodb PutItem/)).toBe(11); // and one for the time of the run
  // Records that the overlap reads again cost no write.
  services.operations.length = 0;
  minutes(1);
  await expect(run()).resolves.toMatchObject({ changed: 0 });
  expect(counted(/^dynamodb PutItem/)).toBe(1);
});

test('several changes within one minute, also after the reading: all are seen', async () => {
  await addDevices(1, 2);
  await run();
  minutes(10);
  await change(1, { status: '返却' });
  await run();
  // The same minute: Kintone shows the same 更新日時.
  services.clock.advance(5_000);
  await change(2, { status: '返却' });
  await change(1, { status: '出荷' });
  minutes(10);
  await expect(run()).resolves.toMatchObject({ changed: 2 });
  expect([await statusOf(1), await statusOf(2)]).toEqual(['出荷', '返却']);
});

test('the time of a run ends: it stops after a page, and the next one continues there', async () => {
  await addDevices(1, 1001);
  endTimeWithPage(2);
  await expect(run()).resolves.toMatchObject({ finished: false, changed: 1000 });
  expect(await lastDeviceSync()).toBeNull();
  services.weather();
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1 });
  expect(counted(/^records/)).toBe(2);
});

test('a record changes while a pass is interrupted: the next pass reads it', async () => {
  await addDevices(1, 501);
  endTimeWithPage(1);
  await run();
  services.weather();
  await change(1, { status: '返却' });
  await run();
  minutes(10);
  await run();
  expect(await statusOf(1)).toBe('返却');
});

test('a killed run keeps its finished pages; its job is free again when the claim ends', async () => {
  await addDevices(1, 600);
  // DynamoDB fails from the middle of the second page on, so the job cannot be released either.
  let pages = 0;
  services.weather((service) => {
    if (service === 'records') pages += 1;
    return service === 'dynamodb' && pages === 2 ? 'down' : 'pass';
  });
  await expect(run()).rejects.toThrow();
  services.weather();
  await expect(run()).resolves.toMatchObject({ busy: true, changed: 0 });
  minutes(6);
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 100 });
  expect(await mirrored()).toHaveLength(600);
});

test('two concurrent runs: one does the work', async () => {
  await addDevices(1, 30);
  const runs = await Promise.all([run(), run()]);
  expect(runs.filter(({ busy }) => busy)).toHaveLength(1);
  expect(await mirrored()).toHaveLength(30);
});

test('an older state arrives after a newer one: the newer one stays', async () => {
  await addDevices(1, 1);
  minutes(1);
  // Between reading and writing the page, the device changes and another run mirrors it.
  await services.putDevice(serial(1), { subscriptionId: 'sub_1', recordId: 1, revision: 7, status: '返却' });
  await expect(run()).resolves.toMatchObject({ changed: 0 });
  expect(await statusOf(1)).toBe('返却');
});

test('a full comparison once a day: deleted records go, a corrected serial number moves, the rest stays', async () => {
  await addDevices(1, 520);
  await run();
  await remove(7);
  await change(9, { serialNumber: 'RVZ-9-CORRECTED' });
  minutes(10);
  await expect(run()).resolves.toMatchObject({ changed: 1, removed: 0 });
  expect(await statusOf(7)).toBe('出荷');
  minutes(24 * 60);
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 0, removed: 2 });
  expect(counted(/^dynamodb PutItem/)).toBe(1);
  const serials = (await mirrored()).map((item) => item['serialNumber']);
  expect(serials).toHaveLength(519);
  expect(serials).not.toContain(serial(7));
  expect(serials).not.toContain(serial(9));
  expect(serials).toContain('RVZ-9-CORRECTED');
});

test('the record system knows no mirrored record: nothing is removed, and the run fails', async () => {
  await addDevices(1, 25);
  await run();
  await services.records.reset();
  minutes(24 * 60);
  await expect(run()).rejects.toThrow('The record system knows none of 25 mirrored records of devices');
  expect(await mirrored()).toHaveLength(25);
});

test('a serial number was deleted and entered again: it belongs to the new record', async () => {
  await addDevices(1, 1);
  await run();
  await change(1, { status: '返却' });
  await remove(1);
  await addDevices(1, 1);
  minutes(10);
  await run();
  expect((await mirrored())[0]).toMatchObject({ recordId: 2, revision: 1, status: '出荷' });
});

test('a malformed record: skipped, counted and named, and mirrored when it is corrected', async () => {
  await addDevices(1, 3);
  await change(2, { serialNumber: 'x'.repeat(201) });
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 2, skipped: 1 });
  const state = (await services.items('SYNC')).find((item) => item['sk'] === 'STATE');
  expect(state).toMatchObject({ skipped: 1, skippedRecords: ['devices/2'] });
  minutes(20);
  // It is still malformed, though no change mentions it.
  await expect(run()).resolves.toMatchObject({ changed: 0, skipped: 1 });
  await services.kintone.record.updateRecord({ app, id: 2, record: fieldsOf({ serialNumber: serial(2) }) });
  minutes(1);
  await expect(run()).resolves.toMatchObject({ changed: 1, skipped: 0 });
});

test('the record system is down: the run fails; the next one misses nothing', async () => {
  await addDevices(1, 3);
  await run();
  const before = await lastDeviceSync();
  minutes(10);
  await change(2, { status: '返却' });
  services.weather((service) => (service === 'records' ? 'down' : 'pass'));
  await expect(run()).rejects.toMatchObject({ name: 'Unavailable', service: 'records' });
  expect(await lastDeviceSync()).toBe(before);
  services.weather();
  minutes(60);
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1 });
  expect(await lastDeviceSync()).toBe(services.clock.now() / 1000);
});

describe('a device lock', () => {
  const shop = { customerId: 'cus_1', subscriptionId: 'sub_1' };
  const other = { customerId: 'cus_2', subscriptionId: 'sub_2' };
  const lockOf = async (number: number) =>
    (await services.items(`DEVICE#${serial(number)}`)).find((item) => item['sk'] === 'LOCK');
  const requestOf = async (number: number) =>
    (await services.items(`DEVICE#${serial(number)}`)).find((item) => String(item['sk']).startsWith('REQUEST#'));

  beforeEach(async () => {
    await addDevices(1, 2);
    await run();
    const owner = await services.createOwner(shop, other);
    const accepted = await owner.post(returnDevice, {
      serialNumber: serial(1),
      stripeSubscriptionId: 'sub_1',
      reason: '台数削減',
    });
    const exchanged = await owner.post(requestExchange, {
      serialNumber: serial(2),
      issues: ['異音がする'],
      customerId: 'cus_1',
    });
    expect([accepted.status, exchanged.status]).toEqual([200, 200]);
    minutes(10);
  });

  test('the device is mirrored, also by a full comparison: the lock stays', async () => {
    await change(1, { deviceCategory: '代替え機' });
    await run();
    minutes(25 * 60);
    await run();
    const [locked] = await listDevicesOf('sub_1');
    expect(locked).toMatchObject({
      device: { deviceCategory: '代替え機' },
      lock: { kind: 'return', state: 'delivered' },
    });
    expect(Number(locked?.lock?.lockUntil)).toBeGreaterThan(services.clock.now() / 1000);
  });

  test('the device moves to another subscription: the lock follows', async () => {
    await change(1, { stripeSubscriptionId: 'sub_2' });
    await run();
    expect((await listDevicesOf('sub_1')).map(({ device }) => device.serialNumber)).toEqual([serial(2)]);
    expect(await listDevicesOf('sub_2')).toMatchObject([
      { device: { serialNumber: serial(1) }, lock: { kind: 'return' } },
    ]);
  });

  test('the device is deleted: the lock stays, and it applies again when the device is back', async () => {
    await remove(1);
    minutes(25 * 60);
    await run();
    expect((await listDevicesOf('sub_1')).map(({ device }) => device.serialNumber)).toEqual([serial(2)]);
    await addDevices(1, 1);
    await run();
    expect((await listDevicesOf('sub_1'))[0]).toMatchObject({
      device: { serialNumber: serial(1) },
      lock: { kind: 'return' },
    });
  });

  test('the record system shows 返却: the lock ends, and the request is done', async () => {
    await change(1, { status: '返却' });
    await run();
    expect(await lockOf(1)).toMatchObject({ kind: 'return', state: 'done', lockUntil: services.clock.now() / 1000 });
    expect(await requestOf(1)).toMatchObject({ state: 'done' });
    services.operations.length = 0;
    minutes(1);
    await run();
    expect(counted(/TransactWriteItems/)).toBe(0);
  });

  test('the staff set the request to 完了: the lock ends; until then its owner sees the stage', async () => {
    const request = await requestOf(2);
    const setStage = (stage: string) =>
      services.kintone.record.updateRecord({
        app: defaultAppIds.requests,
        updateKey: { field: 'requestId', value: String(request?.['requestId']) },
        record: fieldsOf({ requestStage: stage }),
      });
    await setStage('対応中');
    await run();
    expect(await lockOf(2)).toMatchObject({
      state: 'in_work',
      lockUntil: Number(request?.['requestedAt']) + 14 * 86_400,
    });
    minutes(10);
    await setStage('完了');
    await run();
    expect([await lockOf(2), await requestOf(2)]).toMatchObject([
      { state: 'done', lockUntil: services.clock.now() / 1000 },
      { state: 'done' },
    ]);
    minutes(10);
    await setStage('対応中');
    await run();
    expect(await lockOf(2)).toMatchObject({ state: 'done' });
  });
});
