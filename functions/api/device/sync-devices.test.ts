import { defaultAppIds } from '#shared/model/record-system';
import { recordSync } from '../../adapters/devices-table/sync-jobs';
import { startRequestServices } from '../../testing/request-services';
import { Browser } from '../../testing/browser';
import { testServices } from '../../testing/test-services';
import { listRepairs } from '../repair/calls';
import { handler as getDeviceSync } from './get-device-sync';
import { handler as listDevices } from './list-devices';
import { handler as returnDevice } from './return-device';
import { handler as syncDevices } from './sync-devices';

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

test('the devices of the caller’s shops and their repairs are read, and no others', async () => {
  await services.kintone.record.addRecord({
    app: defaultAppIds.repairs,
    record: fieldsOf({ serialNumber: 'A', 修理項目: '異音がする' }),
  });
  await services.kintone.record.addRecord({
    app: defaultAppIds.repairs,
    record: fieldsOf({ serialNumber: 'C', 修理項目: '異音がする' }),
  });
  expect(await sync()).toMatchObject({
    status: 200,
    body: { finishedAt: services.clock.now() / 1000, changed: 3, skipped: 0 },
  });
  expect(await serials()).toEqual(['A 出荷', 'B 出荷']);
  expect(await services.items('DEVICE#C')).toEqual([]);
  expect((await owner.send(listRepairs, { method: 'GET', path: '/', params: { serial: 'A' } })).body).toHaveLength(1);
});

test('a second sync within a minute: refused, with the seconds to wait', async () => {
  await sync();
  services.clock.advance(18_000);
  services.operations.length = 0;
  expect(await sync()).toMatchObject({ status: 429, body: { code: 'SYNC_TOO_SOON', retryAfter: 42 } });
  expect(services.operations.filter((operation) => operation.startsWith('records'))).toEqual([]);
  services.clock.advance(42_000);
  expect(await sync()).toMatchObject({ status: 200, body: { changed: 0 } });
});

describe('the uses of a stage:', () => {
  const records = () => services.operations.filter((operation) => operation.startsWith('records'));
  const limit = (limits: object) => (process.env['QUOTAS'] = JSON.stringify(limits));
  afterEach(() => delete process.env['QUOTAS']);

  test('too many syncs of a user in a day: refused with a text; another user is not', async () => {
    limit({ syncsADay: 2 });
    for (let done = 0; done < 2; done += 1) {
      expect((await sync()).status).toBe(200);
      minute();
    }
    services.operations.length = 0;
    expect(await sync()).toMatchObject({
      status: 429,
      body: { code: 'SYNC_TOO_SOON', retryAfter: 86_280, message: expect.stringContaining('本日の同期の回数') },
    });
    expect(records()).toEqual([]);
    expect((await sync(await services.createOwner({ customerId: 'cus_9', subscriptionId: 'sub_9' }))).status).toBe(200);
    services.clock.advance(86_400_000);
    expect((await sync()).status).toBe(200);
  });

  test('the users’ requests of an app are used up: syncs are refused until 9 o’clock in Japan', async () => {
    limit({ syncRequestsADay: 3 });
    const others = await Promise.all(
      ['cus_7', 'cus_8', 'cus_9'].map((id) => services.createOwner({ customerId: id, subscriptionId: `sub_${id}` })),
    );
    for (const one of others) expect((await sync(one)).status).toBe(200);
    services.operations.length = 0;
    const { status, body } = await sync();
    expect([status, body]).toEqual([
      429,
      expect.objectContaining({ code: 'SYNC_TOO_SOON', message: expect.stringContaining('混み合っている') }),
    ]);
    expect(records()).toEqual([]);
    services.clock.advance(Number(body['retryAfter']) * 1000);
    expect(services.clock.now() % 86_400_000).toBe(0);
    expect((await sync()).status).toBe(200);
  });
});

test('many concurrent syncs: one is done', async () => {
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => sync()))).map(({ status }) => status);
  expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 429, 429, 429, 429]);
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
  expect(await sync()).toMatchObject({ status: 200, body: { changed: 3 } });
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
  expect(await sync()).toMatchObject({ status: 200, body: { changed: 3 } });
  expect(await serials()).toEqual(['A 返却', 'B 出荷']);
  expect((await owner.get(listDevices)).body).toMatchObject([
    { devices: [{ isActionLocked: false, request: { state: 'done' } }] },
    {},
  ]);
});

test('the record system is down: 503, the mirror stays, and a new try is possible after ten seconds', async () => {
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
  services.operations.length = 0;
  expect(await sync()).toMatchObject({ status: 429, body: { code: 'SYNC_TOO_SOON', retryAfter: 10 } });
  expect(services.operations.filter((operation) => operation.startsWith('records'))).toEqual([]);
  services.clock.advance(10_000);
  expect(await sync()).toMatchObject({ status: 200 });
});

test('the record system is slow: the response comes within the gateway’s time limit', async () => {
  services.inject((service) => {
    if (service === 'records') services.clock.advance(13_000);
    return 'pass';
  });
  const before = services.clock.now();
  expect((await sync()).status).toBe(503);
  expect(services.clock.now() - before).toBeLessThan(15_000);
});

test('a user without a shop: nothing is read', async () => {
  const newcomer = await services.createOwner();
  expect(await sync(newcomer)).toMatchObject({ status: 200, body: { changed: 0, skipped: 0 } });
  expect(services.operations.filter((operation) => operation.startsWith('records'))).toEqual([]);
});

test('the time of the last reading is the later one of the scheduled run and the caller’s own', async () => {
  expect((await owner.get(getDeviceSync)).body).toEqual({ finishedAt: null });
  await recordSync(services.clock.now() / 1000, []);
  minute();
  await sync();
  const own = services.clock.now() / 1000;
  expect((await owner.get(getDeviceSync)).body).toEqual({ finishedAt: own });
  expect((await (await services.createOwner()).get(getDeviceSync)).body).toEqual({ finishedAt: own - 60 });
  await recordSync(own + 5, []);
  expect((await owner.get(getDeviceSync)).body).toEqual({ finishedAt: own + 5 });
});

test('not signed in: refused', async () => {
  expect(await sync(new Browser())).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
  expect(await new Browser().get(getDeviceSync)).toMatchObject({ status: 401 });
});
