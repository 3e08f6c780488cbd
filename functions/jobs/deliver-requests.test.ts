import { defaultAppIds, recordApps } from '#shared/model/record-system';
import { handler as returnDevice } from '../api/device/return-device';
import { moveToStage } from '../domain/device-requests/advance-request';
import { logger } from '../runtime/logger';
import type { Browser } from '../testing/browser';
import { startRequestServices } from '../testing/request-services';
import { walk } from '../testing/runbook';
import { testServices } from '../testing/test-services';
import type { ApiResponse, Fault } from '../../local/testing/functions';
import { handler } from './deliver-requests';

const services = testServices(startRequestServices);
let owner: Browser;

const shop = { customerId: 'cus_1', subscriptionId: 'sub_1' };

beforeEach(async () => {
  owner = await services.createOwner(shop);
  for (const number of [1, 2, 3]) await services.putDevice(`RVZ-${number}`, { subscriptionId: shop.subscriptionId });
});

const ask = (number = 1): Promise<ApiResponse> =>
  owner.send(returnDevice, {
    method: 'POST',
    path: '/api',
    body: { serialNumber: `RVZ-${number}`, stripeSubscriptionId: shop.subscriptionId, reason: 'その他' },
    headers: { 'idempotency-key': `a-key-of-the-dialog-${number}` },
  });
const run = () => handler({}, { getRemainingTimeInMillis: () => 300_000 });
const deliveries = () => services.items('DELIVERIES');
const stateOf = async (number = 1) =>
  (await services.items(`DEVICE#RVZ-${number}`)).flatMap((item) =>
    item['state'] === undefined ? [] : [item['state']],
  );

/** Injects a fault into one service, at operations whose name contains `operation`. */
const only = (name: string, what: Fault, operation = '') =>
  services.inject((service, asked) => (service === name && asked.includes(operation) ? what : 'pass'));

async function expectDelivered(number = 1): Promise<void> {
  expect({
    records: (await services.requestRecords()).map((record) => record['serialNumber']?.value),
    notices: services.sns.published().map((message) => /シリアル番号: (.*)/.exec(message.message)?.[1]),
    deliveries: await deliveries(),
    // The states of the lock and of the request.
    states: await stateOf(number),
  }).toEqual({
    records: [`RVZ-${number}`],
    notices: [`RVZ-${number}`],
    deliveries: [],
    states: ['delivered', 'delivered'],
  });
}

describe('during an outage the request is accepted, and it is delivered once afterwards', () => {
  test.each([
    ['the record system', ['records']],
    ['SNS', ['sns']],
    ['both', ['records', 'sns']],
  ])('%s', async (_what, down) => {
    services.inject((service) => (down.includes(service) ? 'down' : 'pass'));
    expect(await ask()).toMatchObject({
      status: 200,
      body: { request: { state: 'accepted', receiptNumber: expect.stringMatching(/^R-/) } },
    });
    expect(await stateOf()).toEqual(['accepted', 'accepted']);
    await expect(run()).rejects.toThrow('1 failed');
    await expect(run()).rejects.toThrow('1 failed');
    services.clearFaults();
    expect(await run()).toEqual({ delivered: 1, waiting: 0, parked: 0 });
    await expectDelivered();
    expect(await run()).toEqual({ delivered: 0, waiting: 0, parked: 0 });
    await expectDelivered();
  });

  test('an outage of days: nothing is lost, and tries are paused', async () => {
    only('records', 'down');
    await ask();
    services.operations.length = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      services.clock.advance(60_000);
      await run().catch(() => {});
    }
    expect(services.operations.filter((one) => one.startsWith('records ')).length).toBeLessThan(70);
    expect(services.sns.published()).toHaveLength(1);
    services.clearFaults();
    services.clock.advance(5 * 60_000);
    expect(await run()).toMatchObject({ delivered: 1 });
    await expectDelivered();
  });

  test('many requests during an outage: few tries reach that service, and the other service goes on', async () => {
    only('records', 'down');
    for (let number = 1; number <= 30; number += 1) {
      await services.putDevice(`RVZ-${number}`, { subscriptionId: shop.subscriptionId });
      await ask(number);
    }
    services.operations.length = 0;
    await expect(run()).rejects.toThrow('30 failed');
    expect(services.operations.filter((one) => one.startsWith('records ')).length).toBeLessThan(25);
    services.clearFaults();
    expect(await run()).toMatchObject({ delivered: 30, waiting: 0 });
    expect(await services.requestRecords()).toHaveLength(30);
    expect(services.sns.published()).toHaveLength(30);
  });
});

test('a response of the record system is lost: no second record', async () => {
  only('records', 'lost', 'POST');
  expect(await ask()).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
  await run().catch(() => {});
  services.clearFaults();
  await run();
  await expectDelivered();
});

test('the record system fails every other time: it gets one record', async () => {
  let seen = 0;
  services.inject((service) =>
    service === 'records' && (seen += 1) % 2 === 1 ? { status: 503, body: 'Service Unavailable' } : 'pass',
  );
  expect(await ask()).toMatchObject({ status: 200, body: { request: { state: 'delivered' } } });
  services.clearFaults();
  await expectDelivered();
});

test('429 from the record system: treated as an outage, not as a refusal', async () => {
  only('records', {
    status: 429,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'GAIA_TO04', id: '1', message: 'リクエストが多すぎます。' }),
  });
  expect(await ask()).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
  for (let minute = 0; minute < 10; minute += 1) {
    await run().catch(() => {});
    services.clock.advance(60_000);
  }
  expect(await deliveries()).toMatchObject([{ refusals: 0 }]);
  services.clearFaults();
  services.clock.advance(5 * 60_000);
  await run();
  await expectDelivered();
});

test('two concurrent runs: nothing is sent twice', async () => {
  services.inject((service) => (service === 'records' || service === 'sns' ? 'down' : 'pass'));
  for (const number of [1, 2, 3]) await ask(number);
  services.clearFaults();
  const runs = await Promise.all([run(), run(), run()].map((one) => one.catch(() => ({ delivered: 0 }))));
  expect(runs.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(3);
  expect(await services.requestRecords()).toHaveLength(3);
  expect(services.sns.published()).toHaveLength(3);
});

test('the record system’s response is lost again and again: one record, the staff’s words stay', async () => {
  only('records', 'lost', 'POST');
  expect(await ask()).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
  const { requestId, shopPhone, notes } = recordApps.requests.fields;
  const id = String((await services.requestRecords())[0]?.[requestId.code]?.value);
  await services.kintone.record.updateRecord({
    app: defaultAppIds.requests,
    updateKey: { field: requestId.code, value: id },
    record: { [shopPhone.code]: { value: '0120-000-000' }, [notes.code]: { value: '電話確認済' } },
  });
  for (let minute = 0; minute < 5; minute += 1) {
    services.clock.advance(60_000);
    await run().catch(() => {});
  }
  services.clearFaults();
  services.clock.advance(5 * 60_000);
  await run();
  expect(await services.requestRecords()).toMatchObject([
    { $revision: { value: '2' }, shopPhone: { value: '0120-000-000' }, notes: { value: '電話確認済' } },
  ]);
  expect(await stateOf()).toEqual(['delivered', 'delivered']);
});

describe.each([
  [403, 'GAIA_NO01'],
  [403, 'GAIA_AP15'],
  [403, 'CB_NO02'],
  [404, 'GAIA_AP01'],
  [400, 'GAIA_IL23'],
  [520, 'GAIA_IA02'],
])('people must correct a setting (%i %s)', (status, code) => {
  walk('Job deliver-requests', `${code}: an error says so, and it goes out within five minutes`, async (section) => {
    section.says(code);
    section.says('delivered within five minutes after the cause is corrected');
    const alarm = jest.spyOn(logger, 'error');
    only('records', {
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, id: '1', message: '権限がありません。' }),
    });
    expect(await ask()).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
    for (let minute = 0; minute < 40; minute += 1) {
      services.clock.advance(60_000);
      await run().catch(() => {});
    }
    expect((await deliveries())[0]).toMatchObject({ refusals: 0 });
    expect((await deliveries())[0]).not.toHaveProperty('parkedAt');
    expect(alarm).toHaveBeenCalledWith(expect.stringContaining('do not enter it by hand'), expect.anything());
    services.clearFaults();
    services.clock.advance(5 * 60_000);
    await run();
    await expectDelivered();
  });
});

test('the app is in maintenance: an outage, delivered soon after it', async () => {
  only('records', {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'GAIA_NO02', id: '1', message: 'メンテナンスモードです。' }),
  });
  await ask();
  for (let minute = 0; minute < 20; minute += 1) {
    services.clock.advance(60_000);
    await run().catch(() => {});
  }
  services.clearFaults();
  services.clock.advance(5 * 60_000);
  expect(await run()).toMatchObject({ delivered: 1 });
  await expectDelivered();
});

describe('a request that the record system refuses for good', () => {
  const refusal = {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code: 'CB_VA01',
      id: '1',
      message: '入力内容が正しくありません。',
      errors: { [`record.${recordApps.requests.fields.shopName.code}.value`]: { messages: ['x'] } },
    }),
  };

  walk('Job deliver-requests', 'the cause is corrected: a person sends it with the next run', async (section) => {
    services.inject((service) => (service === 'records' ? refusal : 'pass'));
    await ask(1);
    section.says('A request whose content Kintone refuses five times is set aside and tried once an hour');
    for (let hour = 0; hour < 4; hour += 1) {
      services.clock.advance(3_600_000);
      await run().catch(() => {});
    }
    services.clearFaults();
    expect(await run()).toEqual({ delivered: 0, waiting: 0, parked: 0 });
    const { Items = [] } = (await section.run('aws dynamodb query')) as { Items?: { sk: { S: string } }[] };
    await section.run('aws dynamodb update-item', { '…': Items[0]?.sk.S ?? '' });
    expect(await run()).toEqual({ delivered: 1, waiting: 0, parked: 0 });
    await expectDelivered();
  });

  test('it is set aside with an alarm, delays no other, and is delivered when the cause is corrected', async () => {
    const alarm = jest.spyOn(logger, 'error');
    services.inject((service, _operation, request) =>
      service === 'records' && request.method === 'POST' && request.body.includes('RVZ-1') ? refusal : 'pass',
    );
    expect(await ask(1)).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
    for (let hour = 0; hour < 4; hour += 1) {
      services.clock.advance(3_600_000);
      await run().catch(() => {});
    }
    expect(await deliveries()).toEqual([
      expect.objectContaining({
        serialNumber: 'RVZ-1',
        refusals: 5,
        parkedAt: services.clock.now() / 1000,
        noticedAt: expect.any(Number),
      }),
    ]);
    expect(alarm).toHaveBeenCalledWith(expect.stringContaining('set aside'), expect.objectContaining({ refusals: 5 }));
    expect(services.sns.published()).toHaveLength(1); // the staff message was sent anyway
    services.operations.length = 0;
    expect(await run()).toEqual({ delivered: 0, waiting: 0, parked: 0 });
    expect(services.operations).toEqual(['dynamodb Query']);
    expect(await ask(2)).toMatchObject({ status: 200, body: { request: { state: 'delivered' } } });
    services.clearFaults();
    services.clock.advance(6 * 3_600_000);
    expect(await run()).toEqual({ delivered: 1, waiting: 0, parked: 0 });
    expect(await stateOf(1)).toEqual(['delivered', 'delivered']);
    expect(services.sns.published()).toHaveLength(2);
    expect(await services.kintone.record.getRecords({ app: defaultAppIds.requests })).toMatchObject({
      records: [{ serialNumber: { value: 'RVZ-1' } }, { serialNumber: { value: 'RVZ-2' } }],
    });
  });
});

/** The upstream requests of an undisturbed request in a warm container. */
const requests = [
  'dynamodb Query',
  'dynamodb GetItem', // the session, and the subscription of the device
  'dynamodb GetItem',
  'dynamodb GetItem',
  'dynamodb GetItem', // the link to its shop, the shop and its snapshot
  'dynamodb Query',
  'dynamodb GetItem', // the device with its lock, and the receipt of an earlier request
  'dynamodb TransactWriteItems',
  'records POST /k/v1/record.json',
  'sns Publish',
  'dynamodb UpdateItem',
  'dynamodb UpdateItem', // record and staff message run at the same time; each is recorded
  'dynamodb TransactWriteItems',
  'dynamodb UpdateItem',
  'dynamodb DeleteItem', // delivered; the personal part is removed
];

test('an undisturbed request: no more requests upstream than needed', async () => {
  await ask(1);
  services.operations.length = 0;
  await ask(2);
  expect(services.operations.toSorted()).toEqual(requests.toSorted());
});

describe.each(['down', 'lost'] as const)('cut off after some requests, the first of them %s', (first) => {
  test.each(Array.from({ length: requests.length + 1 }, (_, index) => index))(
    'after %i: one receipt, one record, one notice',
    async (passing) => {
      await ask(2); // the container is warm
      await services.startAfresh();
      owner = await services.createOwner(shop);
      await services.putDevice('RVZ-1', { subscriptionId: shop.subscriptionId });
      let seen = 0;
      let published = false;
      services.inject((service) => {
        seen += 1;
        if (seen <= passing) {
          published ||= service === 'sns';
          return 'pass';
        }
        if (seen > passing + 1) return 'down';
        published ||= service === 'sns' && first === 'lost';
        return first;
      });
      const broken = await ask();
      expect([200, 503]).toContain(broken.status);
      services.clearFaults();
      services.clock.advance(61_000); // longer than a claim that its holder could not release
      const retried = await ask();
      expect(retried.status).toBe(200);
      const receiptOf = (response: ApiResponse) =>
        (response.body['request'] as { receiptNumber: string }).receiptNumber;
      if (broken.status === 200) expect(receiptOf(retried)).toBe(receiptOf(broken));
      await run();
      // A staff message that was sent but not recorded is sent again, because SNS cannot be asked.
      const notices = services.sns.published();
      expect(notices.length).toBeLessThanOrEqual(published ? 2 : 1);
      expect(new Set(notices.map((notice) => notice.attributes['requestId'])).size).toBe(1);
      expect(await services.requestRecords()).toHaveLength(1);
      expect(await deliveries()).toEqual([]);
      expect(await stateOf()).toEqual(['delivered', 'delivered']);
    },
  );
});

describe('the stage that the staff set in their record', () => {
  const lockOf = async () =>
    (await services.items('DEVICE#RVZ-1')).find((item) => item['sk'] === 'LOCK') as {
      requestId: string;
      requestedAt: number;
      serialNumber: string;
      lockUntil: number;
    };

  test('the request moves on, never back, and 完了 ends the lock', async () => {
    await ask();
    const lock = await lockOf();
    expect(await moveToStage(lock, '受付')).toBe(false);
    expect(await moveToStage(lock, '対応中')).toBe(true);
    expect(await stateOf()).toEqual(['in_work', 'in_work']);
    expect(await moveToStage(lock, '完了')).toBe(true);
    expect(await moveToStage(lock, '対応中')).toBe(false);
    expect(await stateOf()).toEqual(['done', 'done']);
    expect((await lockOf()).lockUntil).toBe(services.clock.now() / 1000);
    services.clock.advance(60_000);
    expect(
      await owner.send(returnDevice, {
        method: 'POST',
        path: '/api',
        body: { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '店舗閉店' },
      }),
    ).toMatchObject({ status: 200 });
  });

  test('a late delivery: the stage stays', async () => {
    only('sns', 'down');
    await ask();
    expect(await moveToStage(await lockOf(), '対応中')).toBe(true);
    services.clearFaults();
    expect(await run()).toMatchObject({ delivered: 1 });
    expect(await stateOf()).toEqual(['in_work', 'in_work']);
    expect(await deliveries()).toEqual([]);
  });

  test('a newer lock of the device: it stays', async () => {
    await ask();
    const old = await lockOf();
    services.clock.advance(15 * 86_400_000);
    await owner.send(returnDevice, {
      method: 'POST',
      path: '/api',
      body: { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '店舗閉店' },
    });
    const newer = await lockOf();
    expect(await moveToStage(old, '完了')).toBe(true);
    expect(await lockOf()).toEqual(newer);
    expect(await stateOf()).toEqual(['delivered', 'done', 'delivered']);
  });
});

test('the time of a run is too short for a delivery: none begins; the next run delivers each once', async () => {
  only('records', 'down');
  for (const number of [1, 2, 3]) await ask(number);
  services.clearFaults();
  services.clock.advance(300_000);
  const inTime = 10_000 + 40_000;
  await expect(handler({}, { getRemainingTimeInMillis: () => inTime - 1 })).rejects.toThrow('3 failed');
  expect(await services.requestRecords()).toEqual([]);
  expect(await run()).toEqual({ delivered: 3, waiting: 0, parked: 0 });
  expect(await services.requestRecords()).toHaveLength(3);
  expect(services.sns.published()).toHaveLength(3);
});
