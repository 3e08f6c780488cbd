import { defaultAppIds, recordApps } from '#shared/model/record-system';
import { logger } from '../runtime/logger';
import { shop, testDeviceRequests } from '../testing/device-requests';
import { walk } from '../testing/runbook';
import { handler } from './deliver-requests';

const { services, ask, run, deliveries, stateOf, only } = testDeviceRequests();

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

test('a page comes instead of a response of Kintone, with 200: the request is not taken as delivered', async () => {
  only('records', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>サインイン</html>' });
  expect(await ask()).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
  services.clearFaults();
  services.clock.advance(5 * 60_000);
  await run();
  await expectDelivered();
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
