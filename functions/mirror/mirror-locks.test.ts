import { defaultAppIds } from '#shared/model/record-system';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { requestExchange, returnDevice } from '#functions/requests/calls';
import { deviceRecords, fieldsOf, serial } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';

const services = testServices(startRequestServices);
const { run, minutes, addDevices, change, remove, counted } = deviceRecords(services);

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
    await doTasks();
    minutes(10);
  });

  test('the device is mirrored, also by a full comparison: the lock stays', async () => {
    await change(1, { deviceCategory: '代替え機' });
    await run();
    minutes(25 * 60);
    await run();
    const [locked] = await listDevicesUnder(['sub_1']);
    expect(locked).toMatchObject({
      device: { deviceCategory: '代替え機' },
      lock: { kind: 'return', state: 'delivered' },
    });
    expect(Number(locked?.lock?.lockUntil)).toBeGreaterThan(services.clock.now() / 1000);
  });

  test('the device moves to another subscription: the lock follows', async () => {
    await change(1, { stripeSubscriptionId: 'sub_2' });
    await run();
    expect((await listDevicesUnder(['sub_1'])).map(({ device }) => device.serialNumber)).toEqual([serial(2)]);
    expect(await listDevicesUnder(['sub_2'])).toMatchObject([
      { device: { serialNumber: serial(1) }, lock: { kind: 'return' } },
    ]);
  });

  test('the device is deleted: the lock stays, and it applies again when the device is back', async () => {
    await remove(1);
    minutes(25 * 60);
    await run();
    expect((await listDevicesUnder(['sub_1'])).map(({ device }) => device.serialNumber)).toEqual([serial(2)]);
    await addDevices(1, 1);
    await run();
    expect((await listDevicesUnder(['sub_1']))[0]).toMatchObject({
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

  test('the staff set the request to 取消: the owner sees it, and may ask again at once', async () => {
    const request = await requestOf(1);
    await services.kintone.record.updateRecord({
      app: defaultAppIds.requests,
      updateKey: { field: 'requestId', value: String(request?.['requestId']) },
      record: fieldsOf({ requestStage: '取消' }),
    });
    await run();
    expect([await lockOf(1), await requestOf(1)]).toMatchObject([
      { state: 'cancelled', lockUntil: services.clock.now() / 1000 },
      { state: 'cancelled' },
    ]);
    minutes(10);
    await change(1, { status: '返却' });
    await run();
    expect(await lockOf(1)).toMatchObject({ state: 'cancelled' });
  });

  test.each([
    ['with the next run', 10],
    ['at night, if no run has seen it', 0],
  ])('the staff delete the record of a request: it is cancelled %s', async (_when, seen) => {
    if (seen > 0) await run();
    else minutes(24 * 60);
    const { records } = await services.kintone.record.getRecords<{ $id: { type: '__ID__'; value: string } }>({
      app: defaultAppIds.requests,
      query: `serialNumber in ("${serial(1)}")`,
    });
    await services.kintone.record.deleteRecords({
      app: defaultAppIds.requests,
      ids: records.map((record) => record.$id.value),
    });
    minutes(10);
    await run();
    expect([await lockOf(1), await lockOf(2)]).toMatchObject([{ state: 'cancelled' }, { state: 'delivered' }]);
  });

  test('the staff correct the serial number in a request’s record: its stage still arrives', async () => {
    const request = await requestOf(1);
    await services.kintone.record.updateRecord({
      app: defaultAppIds.requests,
      updateKey: { field: 'requestId', value: String(request?.['requestId']) },
      record: fieldsOf({ serialNumber: 'RVZ-OTHER', requestStage: '完了' }),
    });
    await run();
    expect(await lockOf(1)).toMatchObject({ state: 'done' });
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
