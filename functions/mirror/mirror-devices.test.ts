import { defaultAppIds } from '#shared/model/record-system';
import { listDevicesUnder, lastDeviceSync } from '#functions/devices/devices-table';
import { deviceRecords, fieldsOf, isPage, serial } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';

const services = testServices(startRequestServices);
const { run, minutes, mirrored, addDevices, change, remove, statusOf, counted, endTimeWithPage } =
  deviceRecords(services);
const app = defaultAppIds.devices;

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
  // Of each app the form; of devices how many there are, unless there are none; a page of the requests app; and the
  // search for deleted ones.
  expect(counted(/^records/)).toBe(pages + 2 + 1 + (count === 0 ? 0 : 1) + Math.ceil(count / 500));
  expect(await mirrored()).toHaveLength(count);
  expect(await lastDeviceSync()).toBe(services.clock.now() / 1000);
});

test('a device is mirrored unchanged; one without a subscription is in no list', async () => {
  await addDevices(1, 1, { statusUpdatedAt: '2026-12-01T01:02:00Z', subscriptionRentalAvailability: '販売済' });
  await addDevices(2, 1, { stripeSubscriptionId: '', status: null });
  await run();
  expect(await listDevicesUnder(['sub_1'])).toEqual([
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

test('the next run reads only changes: ten changed devices cost five requests and ten writes', async () => {
  await addDevices(1, 600);
  minutes(10);
  await run();
  minutes(10);
  for (let number = 1; number <= 10; number += 1) await change(number * 50, { status: '返却' });
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ changed: 10, removed: 0 });
  // Of each app the form and a page, of devices how many there are.
  expect(counted(/^records/)).toBe(5);
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
  services.clearFaults();
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1 });
  // A page of each app, the number of devices, and three for the search.
  expect(counted(/^records GET .*records.json/)).toBe(6);
});

test('the time ends with a page of requests: nothing more is asked; the next run reads the devices', async () => {
  await addDevices(1, 1);
  await run();
  await change(1, { status: '返却' });
  minutes(10);
  services.inject((service, _operation, { url }) => {
    if (service === 'records' && isPage(url, defaultAppIds.requests)) minutes(5);
    return 'pass';
  });
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ finished: false, changed: 0 });
  expect(services.operations.filter((one) => one.startsWith('records')).at(-1)).toMatch(/records\.json/);
  services.clearFaults();
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1 });
});

test('a record changes while a sync is interrupted: the next sync reads it', async () => {
  await addDevices(1, 501);
  endTimeWithPage(1);
  await run();
  services.clearFaults();
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
  services.inject((service, _operation, { url }) => {
    if (service === 'records' && isPage(url)) pages += 1;
    return service === 'dynamodb' && pages === 2 ? 'down' : 'pass';
  });
  await expect(run()).rejects.toThrow();
  services.clearFaults();
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

test('deleted records go with the next run, a corrected serial number moves, the rest stays', async () => {
  await addDevices(1, 520);
  await run();
  await remove(7);
  await change(9, { serialNumber: 'RVZ-9-CORRECTED' });
  minutes(10);
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1, removed: 2 });
  const serials = (await mirrored()).map((item) => item['serialNumber']);
  expect(serials).toHaveLength(519);
  expect(serials).not.toContain(serial(7));
  expect(serials).not.toContain(serial(9));
  expect(serials).toContain('RVZ-9-CORRECTED');
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
  await change(2, { stripeSubscriptionId: 'x'.repeat(101) });
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 2, skipped: 1 });
  const state = (await services.items('SYNC')).find((item) => item['sk'] === 'STATE');
  expect(state).toMatchObject({ skippedRecords: ['devices/2'] });
  minutes(20);
  // It is still malformed, though no change mentions it.
  await expect(run()).resolves.toMatchObject({ changed: 0, skipped: 1 });
  await services.kintone.record.updateRecord({ app, id: 2, record: fieldsOf({ stripeSubscriptionId: 'sub_1' }) });
  minutes(1);
  await expect(run()).resolves.toMatchObject({ changed: 1, skipped: 0 });
});

test('the record system is down: the run fails; the next one misses nothing', async () => {
  await addDevices(1, 3);
  await run();
  const before = await lastDeviceSync();
  minutes(10);
  await change(2, { status: '返却' });
  services.inject((service) => (service === 'records' ? 'down' : 'pass'));
  await expect(run()).rejects.toMatchObject({ name: 'Unavailable', service: 'records' });
  expect(await lastDeviceSync()).toBe(before);
  services.clearFaults();
  minutes(60);
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1 });
  expect(await lastDeviceSync()).toBe(services.clock.now() / 1000);
});
