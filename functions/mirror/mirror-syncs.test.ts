import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { defaultAppIds } from '#shared/model/record-system';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { logger } from '#functions/platform/logger';
import { readMovement } from '#functions/movements/movements-table';
import { orderMovement } from '#functions/testing/a-movement';
import { doTasks } from '#functions/testing/task-queue';
import { deviceRecords, fieldsOf, isPage, serial } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { walk } from '#functions/testing/runbook';
import { testServices } from '#functions/testing/test-services';

const services = testServices(startRequestServices);
const { run, minutes, mirrored, addDevices, change, statusOf, endTimeWithPage } = deviceRecords(services);
const app = defaultAppIds.devices;

let errorLog: jest.SpyInstance;

describe('the record system lacks most of what is mirrored', () => {
  const state = async () => (await services.items('SYNC')).find((item) => item['sk'] === 'JOB#devices');
  beforeEach(async () => {
    errorLog = jest.spyOn(logger, 'error').mockClear();
    await addDevices(1, 25);
    await run();
    await services.records.reset();
    minutes(10);
  });

  test('nothing is removed, an error says so at each run, and changes are still read', async () => {
    await expect(run()).resolves.toMatchObject({ removed: 0 });
    expect(await mirrored()).toHaveLength(25);
    minutes(10);
    await addDevices(101, 5);
    await expect(run()).resolves.toMatchObject({ removed: 0, changed: 5 });
    expect(await mirrored()).toHaveLength(30);
    expect(errorLog.mock.calls).toEqual(
      [1, 2].map(() => [expect.anything(), expect.objectContaining({ problem: expect.stringContaining('25 of 25') })]),
    );
  });

  walk('Job mirror-devices', 'the records were really deleted: a person allows it, once', async (section) => {
    await run();
    await section.run('aws dynamodb update-item');
    await expect(run()).resolves.toMatchObject({ finished: true, removed: 25 });
    expect(await mirrored()).toHaveLength(0);
    expect(await state()).not.toHaveProperty('allowRemoval');
    errorLog.mockClear();
    minutes(10);
    await run();
    expect(errorLog).not.toHaveBeenCalled();
  });

  test('few devices, all of them gone at once: none is removed', async () => {
    await services.startAfresh();
    await addDevices(1, 3);
    await run();
    await services.records.reset();
    minutes(10);
    await expect(run()).resolves.toMatchObject({ removed: 0 });
    expect(await mirrored()).toHaveLength(3);
  });

  test('enough other records exist again: the deleted ones are removed', async () => {
    await run();
    await addDevices(101, 40);
    minutes(24 * 60);
    await expect(run()).resolves.toMatchObject({ removed: 25 });
    expect(await mirrored()).toHaveLength(40);
  });
});

describe('a stage gets another app', () => {
  afterEach(() => void delete process.env['RECORD_APPS']);

  /** Makes the app again, with the fields of the former one, for the stage to read from now on; returns its number. */
  async function makeAgain(key: 'devices' | 'requests'): Promise<string> {
    process.env['RECORD_APPS'] = JSON.stringify({ [key]: { id: '5' } });
    const made = await services.kintone.app.addApp({ name: 'もう一度' });
    const { properties } = await services.kintone.app.getFormFields({ app: defaultAppIds[key] });
    const own = Object.entries(properties).filter(([code]) => /^[a-zA-Z]+$/.test(code));
    await services.kintone.app.addFormFields({ app: made.app, properties: Object.fromEntries(own) });
    await services.kintone.app.deployApp({ apps: [{ app: made.app }] });
    services.records.tokenRights.set(made.app, ['view', 'add', 'edit']);
    const kept = Object.values(defaultAppIds).filter((id) => id !== defaultAppIds[key]);
    await new SecretsManagerClient({}).send(
      new PutSecretValueCommand({
        SecretId: process.env['KINTONE_SECRET_ARN'],
        SecretString: JSON.stringify({ apiToken: [...kept, made.app].map((id) => `test-token-${id}`).join(',') }),
      }),
    );
    return made.app;
  }

  test.each([
    ['another', [2, 1, 9]],
    ['the same', [1, 2, 9]],
  ])('of devices, in %s order: each device is where the new app says', async (_order, numbers) => {
    await addDevices(1, 4);
    for (let again = 0; again < 3; again += 1) await change(1, { status: '返却' });
    await run();
    const records = numbers.map((number) =>
      fieldsOf({ serialNumber: serial(number), stripeSubscriptionId: 'sub_2', status: '出荷' }),
    );
    await services.kintone.record.addRecords({ app: await makeAgain('devices'), records });
    minutes(10);
    await run();
    expect((await listDevicesUnder(['sub_2'])).map(({ device }) => device.serialNumber)).toEqual([1, 2, 9].map(serial));
    expect(await listDevicesUnder(['sub_1'])).toEqual([]);
  });

  test('of requests, which lacks an open one: that stays, and an error says so each night', async () => {
    await orderMovement(services.clock.now() / 1000, { movementId: 'mv-cus_1-1' });
    await doTasks();
    await run();
    await makeAgain('requests');
    errorLog = jest.spyOn(logger, 'error').mockClear();
    for (let night = 0; night < 2; night += 1) {
      minutes(24 * 60);
      await run();
    }
    expect(await readMovement({ customerId: 'cus_1', movementId: 'mv-cus_1-1' })).toMatchObject({ state: 'ordered' });
    expect(errorLog).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ app: 'requests', problem: expect.stringContaining('1 of 1') }),
    );
  });
});

test('requests are read first, and a failing app stops no other', async () => {
  await addDevices(1, 2);
  await run();
  minutes(10);
  services.operations.length = 0;
  const order: string[] = [];
  services.inject((service, _operation, { url }) => {
    if (service !== 'records') return 'pass';
    if (isPage(url, defaultAppIds.requests)) order.push('requests');
    if (isPage(url)) order.push('devices');
    return url.includes(`app=${app}&`) && isPage(url) ? 'down' : 'pass';
  });
  await expect(run()).rejects.toMatchObject({ name: 'Unavailable' });
  expect(order[0]).toBe('requests');
});

test('a comparison of everything is under way: each run reads changes before its slice', async () => {
  await addDevices(1, 1001);
  await run();
  minutes(24 * 60);
  endTimeWithPage(4); // three of changes, as all are new, then one of everything
  await expect(run()).resolves.toMatchObject({ finished: false });
  services.clearFaults();
  // The slice that is to come does not have the first record any more.
  const job = (await services.items('SYNC')).find(({ sk }) => sk === 'JOB#devices');
  expect(job).toMatchObject({ apps: { devices: { full: { phase: 'reading', after: 500 } } } });
  await change(1, { status: '返却' });
  endTimeWithPage(2);
  await expect(run()).resolves.toMatchObject({ finished: false, changed: 1 });
  expect(await statusOf(1)).toBe('返却');
  services.clearFaults();
  await expect(run()).resolves.toMatchObject({ finished: true });
});

test('staff add devices from a file with their old times of change: the next run finds them', async () => {
  await addDevices(1, 2);
  await run();
  minutes(10);
  await addDevices(3, 2, { 更新日時: '2020-01-01T00:00:00Z' });
  await expect(run()).resolves.toMatchObject({ changed: 2 });
  expect(await mirrored()).toHaveLength(4);
  minutes(10);
  await expect(run()).resolves.toMatchObject({ changed: 0 });
});

test('only the fields in use are asked for', async () => {
  await addDevices(1, 1);
  const asked = new Set<string>();
  services.inject((service, _operation, { url }) => {
    if (service === 'records' && isPage(url))
      for (const [key, value] of new URL(url, 'http://x').searchParams) if (key.startsWith('fields')) asked.add(value);
    return 'pass';
  });
  await run();
  expect([...asked].toSorted()).toEqual([
    '$id',
    '$revision',
    'customerId',
    'deviceCategory',
    'serialNumber',
    'status',
    'statusUpdatedAt',
    'stripeSubscriptionId',
    'subscriptionRentalAvailability',
  ]);
});

const deleteItem = (pk: string, sk: string) =>
  new DynamoDBClient({}).send(new DeleteItemCommand({ TableName: 'devices', Key: { pk: { S: pk }, sk: { S: sk } } }));

walk('Job mirror-devices', 'the table lost items: reading everything again brings them back', async (section) => {
  await addDevices(1, 5);
  await run();
  minutes(10);
  await run();
  for (const { pk, sk } of (await mirrored()).slice(0, 3)) await deleteItem(String(pk), String(sk));
  minutes(10);
  await expect(run()).resolves.toMatchObject({ changed: 0 });
  expect(await mirrored()).toHaveLength(2);
  await section.run('aws dynamodb delete-item');
  minutes(10);
  await expect(run()).resolves.toMatchObject({ finished: true });
  const serials = (await mirrored()).map(({ serialNumber }) => String(serialNumber));
  expect(serials.toSorted()).toEqual([1, 2, 3, 4, 5].map(serial));
});
