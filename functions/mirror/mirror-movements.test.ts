import { defaultAppIds } from '#shared/model/record-system';
import type { Fault } from '../../local/testing/functions';
import { changeWrite, readMovement, type MovementItem } from '#functions/movements/movements-table';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { orderMovement } from '#functions/testing/a-movement';
import { deviceRecords, fieldsOf, serial } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { listShopDevices, listRepairs as repairHistory } from '#functions/devices/calls';
import { requestRepair } from '#functions/requests/calls';

const services = testServices(startRequestServices);
const { run, minutes, addDevices } = deviceRecords(services);
const app = defaultAppIds.requests;
const optional = ['promisedBy', 'carrier', 'trackingNumber', 'arrivedAt'];

async function order(movementId: string, more: Partial<MovementItem> = {}): Promise<void> {
  await orderMovement(services.clock.now() / 1000, { movementId, receiptNumber: `R-${movementId}`, ...more });
}

const movement = (movementId: string) => readMovement({ customerId: 'cus_1', movementId });
const staffSet = (movementId: string, values: Record<string, unknown>) =>
  services.kintone.record.updateRecord({
    app,
    updateKey: { field: 'requestId', value: movementId },
    record: fieldsOf(values),
  });
/** The app of a company that has no optional fields. */
async function withoutOptional(number: string, fields: string[]): Promise<void> {
  await services.kintone.app.deleteFormFields({ app: number, fields });
  await services.kintone.app.deployApp({ apps: [{ app: number }] });
  await services.kintone.app.getDeployStatus({ apps: [number] });
}

test('a movement’s record has its deadline and parcel in fields of their own, and in the notes', async () => {
  await order('mv-cus_1-1', {
    kind: 'collect',
    cause: 'lowered',
    serialNumbers: ['RVZ-1', 'RVZ-2'],
    parcel: { carrier: 'ヤマト運輸', number: '1234' },
  });
  await doTasks();
  expect(await services.requestRecords()).toMatchObject([
    {
      promisedBy: { value: '2027-01-20' },
      carrier: { value: 'ヤマト運輸' },
      trackingNumber: { value: '1234' },
      notes: {
        value: '回収 2台（台数の削減）\n返却用の箱の発送期限: 2027年1月20日\nお客様の発送: ヤマト運輸 1234',
      },
    },
  ]);
});

test('an app without the optional fields: the notes say it, and the stage is mirrored', async () => {
  await withoutOptional(app, optional);
  await order('mv-cus_1-1');
  await doTasks();
  const [record] = await services.requestRecords();
  expect(record).not.toHaveProperty('promisedBy');
  expect(record?.['notes']).toMatchObject({ value: expect.stringContaining('発送の期限: 2027年1月20日') });
  await staffSet('mv-cus_1-1', { requestStage: '輸送中' });
  minutes(10);
  await run();
  expect(await movement('mv-cus_1-1')).toMatchObject({ state: 'on-its-way' });
});

test('the staff’s parcel and time of arrival are mirrored; an owner’s own parcel stays', async () => {
  await order('mv-cus_1-1');
  const own = { state: 'on-its-way', parcel: { carrier: '佐川急便', number: '99' } } as const;
  await order('mv-cus_1-2', { kind: 'collect', cause: 'lowered', ...own });
  await doTasks();
  const parcel = { carrier: 'ヤマト運輸', trackingNumber: '1234-5678' };
  for (const id of ['mv-cus_1-1', 'mv-cus_1-2']) await staffSet(id, { ...parcel, requestStage: '輸送中' });
  minutes(10);
  await run();
  expect(await movement('mv-cus_1-1')).toMatchObject({
    state: 'on-its-way',
    parcel: { carrier: 'ヤマト運輸', number: '1234-5678' },
  });
  expect(await movement('mv-cus_1-2')).toMatchObject({ parcel: { carrier: '佐川急便', number: '99' } });
  await staffSet('mv-cus_1-1', { arrivedAt: '2027-01-18T05:00:00Z' });
  minutes(10);
  await run();
  expect(await movement('mv-cus_1-1')).toMatchObject({
    state: 'arrived',
    arrivedAt: Date.parse('2027-01-18T05:00:00Z') / 1000,
  });
});

test('what has arrived did so once, and what is done stays done', async () => {
  await order('mv-cus_1-1');
  await doTasks();
  const arrivedAt: unknown[] = [];
  for (const requestStage of ['到着', '完了', '取消']) {
    await staffSet('mv-cus_1-1', { requestStage });
    minutes(10);
    await run();
    arrivedAt.push((await movement('mv-cus_1-1'))?.arrivedAt);
  }
  expect(new Set(arrivedAt)).toEqual(new Set([services.clock.now() / 1000 - 20 * 60]));
  expect((await movement('mv-cus_1-1'))?.state).toBe('closed');
});

test('a subscription of 24 devices ends: one field names them all, and the staff’s news of it arrives', async () => {
  const serialNumbers = Array.from({ length: 24 }, (_, index) => serial(index + 1));
  await order('mv-cus_1-1', { kind: 'collect', cause: 'ended', count: 24, serialNumbers });
  await doTasks();
  await staffSet('mv-cus_1-1', { requestStage: '輸送中' });
  minutes(10);
  expect(await run()).toMatchObject({ skipped: 0 });
  expect(await movement('mv-cus_1-1')).toMatchObject({ state: 'on-its-way' });
});

test('the owner names a parcel while the staff’s news is applied: both stand', async () => {
  await order('mv-cus_1-1', { kind: 'collect', cause: 'return', count: 1, serialNumbers: [serial(1)] });
  await doTasks();
  await staffSet('mv-cus_1-1', { requestStage: '到着' });
  minutes(10);
  const parcel = { carrier: '佐川急便', number: '99' };
  let hasSent = false;
  services.inject(async (service, operation): Promise<Fault> => {
    if (service !== 'dynamodb' || operation !== 'TransactWriteItems' || hasSent) return 'pass';
    hasSent = true;
    await writeAll([changeWrite((await movement('mv-cus_1-1')) as MovementItem, { state: 'on-its-way', parcel })]);
    return 'pass';
  });
  await run();
  expect(await movement('mv-cus_1-1')).toMatchObject({ state: 'arrived', parcel });
});

test('the form gives a new record the time of now as the time of arrival: nothing has arrived', async () => {
  const arrivedAt = { type: 'DATETIME', code: 'arrivedAt', label: '到着日時', defaultNowValue: true } as const;
  await services.kintone.app.updateFormFields({ app, properties: { arrivedAt } });
  await services.kintone.app.deployApp({ apps: [{ app }] });
  await services.kintone.app.getDeployStatus({ apps: [app] });
  await order('mv-cus_1-1', { kind: 'collect', cause: 'return', count: 1, serialNumbers: [serial(1)] });
  await doTasks();
  minutes(10);
  await run();
  expect(await movement('mv-cus_1-1')).toMatchObject({ state: 'ordered' });
});

test('the staff delete the record of a movement: it is withdrawn; one that is not delivered yet stays', async () => {
  for (const id of ['mv-cus_1-1', 'mv-cus_1-2', 'mv-cus_1-3', 'mv-cus_1-4']) await order(id);
  await doTasks();
  await run();
  await order('mv-cus_1-5');
  const { records } = await services.kintone.record.getRecords<{ $id: { type: '__ID__'; value: string } }>({
    app,
    query: 'requestId in ("mv-cus_1-1")',
  });
  await services.kintone.record.deleteRecords({ app, ids: records.map((record) => record.$id.value) });
  minutes(10);
  await run();
  const states = await Promise.all(
    ['mv-cus_1-1', 'mv-cus_1-2', 'mv-cus_1-5'].map(async (id) => (await movement(id))?.state),
  );
  expect(states).toEqual(['withdrawn', 'ordered', 'ordered']);
});

describe('a bought device without a subscription', () => {
  const bought = {
    deviceCategory: '購入機材',
    subscriptionRentalAvailability: '販売済',
    stripeSubscriptionId: '',
    customerId: 'cus_1',
  };
  const shopDevices = async (id: string) => {
    const owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
    const { body } = await owner.send(listShopDevices, { method: 'GET', path: '/api', params: { id } });
    return { owner, devices: body as unknown as Record<string, unknown>[] };
  };

  test('it is listed with its shop; its repair can be requested and its history read', async () => {
    await addDevices(1, 1, bought);
    await addDevices(2, 1, { ...bought, customerId: 'cus_2' });
    await addDevices(3, 1, { ...bought, customerId: '' });
    await run();
    const { owner, devices } = await shopDevices('cus_1');
    expect(devices).toMatchObject([{ serialNumber: serial(1), stripeSubscriptionId: '' }]);
    const repair = { issues: ['その他の不具合'], additionalInfo: '', deviceType: 'purchased' };
    expect(await owner.post(requestRepair, { ...repair, serialNumber: serial(1) })).toMatchObject({ status: 200 });
    await doTasks();
    expect(await services.requestRecords()).toMatchObject([
      { customerId: { value: 'cus_1' }, stripeSubscriptionId: { value: '' } },
    ]);
    for (const number of [2, 3]) {
      const serialNumber = serial(number);
      expect(await owner.post(requestRepair, { ...repair, serialNumber })).toMatchObject({ status: 404 });
      const asked = { method: 'GET', path: '/api', params: { serial: serialNumber } };
      expect(await owner.send(repairHistory, asked)).toMatchObject({ status: 404 });
    }
    const own = { method: 'GET', path: '/api', params: { serial: serial(1) } };
    expect(await owner.send(repairHistory, own)).toMatchObject({ status: 200 });
    expect((await shopDevices('cus_1')).devices).toMatchObject([{ request: { kind: 'repair' } }]);
  });

  test('an app without the field: devices with a subscription are listed as before', async () => {
    await withoutOptional(defaultAppIds.devices, ['customerId']);
    await addDevices(1, 1, { stripeSubscriptionId: 'sub_1' });
    await run();
    expect((await shopDevices('cus_1')).devices).toMatchObject([{ serialNumber: serial(1) }]);
  });
});
