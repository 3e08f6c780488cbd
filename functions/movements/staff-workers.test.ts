import { defaultAppIds, recordApps } from '#shared/model/record-system';
import { logger } from '#functions/platform/logger';
import { shop, testDeviceRequests } from '#functions/testing/device-requests';
import { walk } from '#functions/testing/runbook';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { withdrawMovement } from './calls';
import { readShopMovements } from './movements-table';

const { services, current, ask, later, waiting, stateOf, only } = testDeviceRequests();

async function expectDelivered(number = 1): Promise<void> {
  expect({
    records: (await services.requestRecords()).map((record) => record['serialNumber']?.value),
    notices: services.sns.published().map((message) => /シリアル番号: (.*)/.exec(message.message)?.[1]),
    waiting: await waiting(),
    // The states of the lock and of the request.
    states: await stateOf(number),
  }).toEqual({
    records: [`RVZ-${number}`],
    notices: [`RVZ-${number}`],
    waiting: [],
    states: ['delivered', 'delivered'],
  });
}
/** Kintone's response with an error code. */
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, id: '1', message: '入力内容が正しくありません。', ...more }),
});

describe('during an outage the request is accepted, and it reaches the staff once afterwards', () => {
  test.each([
    ['the record system', ['records'], ['add-request-record']],
    ['SNS', ['sns'], ['tell-staff']],
    ['both', ['records', 'sns'], ['add-request-record', 'tell-staff']],
  ])('%s: the other way does not wait for it', async (_what, down, left) => {
    services.inject((service) => (down.includes(service) ? 'down' : 'pass'));
    expect(await ask()).toMatchObject({
      status: 200,
      body: { request: { state: 'accepted', receiptNumber: expect.stringMatching(/^R-/) } },
    });
    expect(await stateOf()).toEqual(['accepted', 'accepted']);
    await doTasks();
    await later();
    expect(await waiting()).toEqual(left);
    services.clearFaults();
    await later();
    await expectDelivered();
    await later();
    await expectDelivered();
  });

  test('its owner withdraws it before the record is there: the record says that no work is needed', async () => {
    only('records', 'down');
    await ask();
    const [movement] = await readShopMovements(shop.customerId);
    const params = { id: movement?.movementId ?? '' };
    expect((await current.owner.send(withdrawMovement, { method: 'POST', path: '/api', params })).status).toBe(200);
    services.clearFaults();
    await later();
    await later();
    expect(await waiting()).toEqual([]);
    const [record] = await services.requestRecords();
    expect(record?.['notes']?.value).toContain('取り下げられました。作業は不要です。');
  });

  test('many requests: each is there once afterwards', async () => {
    only('records', 'down');
    for (let number = 1; number <= 30; number += 1) {
      await services.putDevice(`RVZ-${number}`, { subscriptionId: shop.subscriptionId });
      await ask(number);
    }
    await doTasks();
    expect(services.sns.published()).toHaveLength(30);
    services.clearFaults();
    await later();
    expect(await services.requestRecords()).toHaveLength(30);
    expect(services.sns.published()).toHaveLength(30);
  });
});

test('a response of the record system is lost: no second record', async () => {
  only('records', 'lost', 'POST');
  await ask();
  await doTasks();
  services.clearFaults();
  await later();
  await expectDelivered();
});

test('the record system fails every other time: it gets one record', async () => {
  let seen = 0;
  services.inject((service) =>
    service === 'records' && (seen += 1) % 2 === 1 ? { status: 503, body: 'Service Unavailable' } : 'pass',
  );
  await ask();
  await doTasks();
  services.clearFaults();
  await expectDelivered();
});

test.each([
  ['too many requests', refusal(429, 'GAIA_TO04')],
  ['the app is in maintenance', refusal(403, 'GAIA_NO02')],
])('%s: an outage, of which no error tells', async (_what, fault) => {
  const alarm = jest.spyOn(logger, 'error');
  only('records', fault);
  await ask();
  await doTasks();
  await later();
  expect(alarm).not.toHaveBeenCalled();
  services.clearFaults();
  await later();
  await expectDelivered();
});

test('two workers at once: nothing is sent twice', async () => {
  services.inject((service) => (service === 'sqs' ? 'down' : 'pass'));
  for (const number of [1, 2, 3]) await ask(number);
  services.clearFaults();
  services.clock.advance(300_000);
  await Promise.all([doTasks(), doTasks({ sweep: false }), doTasks({ sweep: false })]);
  expect(await services.requestRecords()).toHaveLength(3);
  expect(services.sns.published()).toHaveLength(3);
});

test('the record system’s response is lost again and again: one record, the staff’s words stay', async () => {
  only('records', 'lost', 'POST');
  await ask();
  await doTasks();
  const { requestId, shopPhone, notes } = recordApps.requests.fields;
  const id = String((await services.requestRecords())[0]?.[requestId.code]?.value);
  await services.kintone.record.updateRecord({
    app: defaultAppIds.requests,
    updateKey: { field: requestId.code, value: id },
    record: { [shopPhone.code]: { value: '0120-000-000' }, [notes.code]: { value: '電話確認済' } },
  });
  for (let times = 0; times < 3; times += 1) await later();
  services.clearFaults();
  await later();
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
  walk('Records for the staff', `${code}: an error says so, and it goes out once corrected`, async (section) => {
    section.says(code);
    section.says('added within an hour after the cause is corrected');
    const alarm = jest.spyOn(logger, 'error');
    only('records', refusal(status, code));
    await ask();
    await doTasks();
    expect(alarm).toHaveBeenCalledWith(expect.stringContaining('do not enter it by hand'), expect.anything());
    services.clearFaults();
    await later();
    await expectDelivered();
  });
});

test('a page comes instead of a response of Kintone, with 200: the record is not taken as added', async () => {
  only('records', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>サインイン</html>' });
  await ask();
  await doTasks();
  expect(await stateOf()).toEqual(['accepted', 'accepted']);
  services.clearFaults();
  await later();
  await expectDelivered();
});

describe('a request whose content the record system refuses', () => {
  const { shopName } = recordApps.requests.fields;
  const refused = refusal(400, 'CB_VA01', { errors: { [`record.${shopName.code}.value`]: { messages: ['x'] } } });

  walk('Records for the staff', 'an error says so; once its cause is corrected it is added', async (section) => {
    const alarm = jest.spyOn(logger, 'error');
    only('records', refused);
    await ask();
    await doTasks();
    section.says('CB_VA01');
    expect(alarm).toHaveBeenCalledWith('a task failed', expect.objectContaining({ kind: 'add-request-record' }));
    services.clearFaults();
    await later();
    await expectDelivered();
  });

  test('it delays no other request, and waits with what the owner wrote', async () => {
    services.inject((service, _operation, { body }) =>
      service === 'records' && body.toString().includes('RVZ-1') ? refused : 'pass',
    );
    await ask(1);
    await ask(2);
    await doTasks();
    expect(await stateOf(2)).toEqual(['delivered', 'delivered']);
    expect(await waitingTasks('add-request-record')).toMatchObject([{ body: { shop: { name: '一号店' } } }]);
    services.clearFaults();
    await later();
    // In the order in which they were added.
    expect((await services.requestRecords()).map((record) => record['serialNumber']?.value)).toEqual([
      'RVZ-2',
      'RVZ-1',
    ]);
    expect(services.sns.published()).toHaveLength(2);
  });
});

test('the addition may take 20 seconds: it is not sent again meanwhile', async () => {
  const set = jest.spyOn((await import('node:net')).Socket.prototype, 'setTimeout');
  await ask();
  await doTasks();
  expect(set.mock.calls.map(([milliseconds]) => milliseconds)).toContain(20_000);
  set.mockRestore();
  expect(await services.requestRecords()).toHaveLength(1);
});
