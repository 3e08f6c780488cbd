import { applyMovements } from '#functions/movements/advance';
import { startRequestServices } from '#functions/testing/request-services';
import { Browser } from '#functions/testing/browser';
import { limitTo, wide } from '#functions/testing/limit-to';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { requestExchange, returnDevice } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;

const aoyama = { customerId: 'cus_aoyama', subscriptionId: 'sub_aoyama' };
const ginza = { customerId: 'cus_ginza', subscriptionId: 'sub_ginza', status: 'canceled' };
const elsewhere = { customerId: 'cus_elsewhere', subscriptionId: 'sub_elsewhere' };

beforeEach(async () => {
  owner = await services.createOwner(aoyama, ginza);
  await services.putDevice('RVZ-1', { subscriptionId: aoyama.subscriptionId });
});

const returnBody = {
  serialNumber: 'RVZ-1',
  stripeSubscriptionId: aoyama.subscriptionId,
  reason: '台数削減',
  additionalInfo: ' 入口に置いてあります ',
};
const exchangeBody = {
  serialNumber: 'RVZ-1',
  customerId: aoyama.customerId,
  issues: ['異音がする', 'オゾンが出ない'],
  notes: '昨日から',
};
const keyed = (number: number) => ({ 'idempotency-key': `a-key-of-the-dialog-${number}` });
const send = (handler: typeof returnDevice, body: unknown, headers?: Record<string, string>, who = owner) =>
  who.send(handler, { method: 'POST', path: '/api', body, ...(headers && { headers }) });
const lockOf = async (serialNumber: string) =>
  (await services.items(`DEVICE#${serialNumber}`)).find((item) => item['sk'] === 'LOCK');
const valuesOf = (record: Record<string, { value: unknown }> | undefined) =>
  Object.fromEntries(Object.entries(record ?? {}).map(([code, { value }]) => [code, value]));

describe('a return', () => {
  test('accepted: a receipt, a lock on the device, and both ways to the staff', async () => {
    const response = await send(returnDevice, returnBody, keyed(1));
    expect(response).toMatchObject({
      status: 200,
      body: {
        message: '返却の申請を受け付けました',
        request: {
          receiptNumber: expect.stringMatching(/^R-20270116-[2-9A-Z]{5}$/),
          kind: 'return',
          state: 'accepted',
          requestedAt: '2027-01-16T03:00:00.000Z',
        },
      },
    });
    const { receiptNumber } = response.body['request'] as { receiptNumber: string };
    await doTasks();
    const lock = await lockOf('RVZ-1');
    expect(lock).toMatchObject({
      kind: 'return',
      state: 'delivered',
      receiptNumber,
      lockUntil: services.clock.now() / 1000 + 14 * 86_400,
      subscriptionId: 'sub_aoyama',
    });
    const [record, ...more] = await services.requestRecords();
    expect(more).toEqual([]);
    expect(valuesOf(record)).toMatchObject({
      requestId: lock?.['requestId'],
      receiptNumber,
      requestKind: '返却',
      serialNumber: 'RVZ-1',
      stripeSubscriptionId: 'sub_aoyama',
      customerId: 'cus_aoyama',
      reason: '台数削減',
      issues: [],
      shopName: '一号店',
      shopAddress: '〒107-0062 東京都港区南青山1-1-1 ビル2階',
      recipient: 'レンタル受付',
      shopPhone: '0312345678',
      notes: '入口に置いてあります\n返却用の箱の発送期限: 2027年1月20日\n宛名: レンタル受付',
      promisedBy: '2027-01-20',
      requestStage: '受付',
      requestedAt: '2027-01-16T03:00:00Z',
    });
    expect(services.sns.published()).toEqual([
      expect.objectContaining({
        subject: `Return request ${receiptNumber}`,
        attributes: { requestId: lock?.['requestId'], kind: 'return' },
        message: expect.stringMatching(
          /住所: 〒107-0062 東京都港区南青山1-1-1 ビル2階\n宛名: レンタル受付\n電話番号: .*\n返却理由: 台数削減\n備考: 入口に/s,
        ),
      }),
    ]);
    expect(await waitingTasks()).toEqual([]);
    // The personal part is in the staff's own records alone. Number, kind and state stay here for 400 days.
    const kept = (await services.items('DEVICE#RVZ-1')).find(({ sk }) => String(sk).startsWith('REQUEST#'));
    expect(kept).toMatchObject({
      receiptNumber,
      kind: 'return',
      state: 'delivered',
      expiresAt: services.clock.now() / 1000 + 400 * 86_400,
    });
    for (const field of ['shop', 'notes', 'userId']) expect(kept).not.toHaveProperty(field);
  });

  test('a device of an ended subscription: accepted', async () => {
    await services.putDevice('RVZ-2', { subscriptionId: ginza.subscriptionId });
    expect(
      await send(returnDevice, { ...returnBody, serialNumber: 'RVZ-2', stripeSubscriptionId: ginza.subscriptionId }),
    ).toMatchObject({ status: 200 });
  });
});

test('an exchange names its faults; notes of spaces alone count as empty', async () => {
  const response = await send(requestExchange, { ...exchangeBody, notes: '   ' });
  expect(response).toMatchObject({
    status: 200,
    body: { message: '交換リクエストを受け付けました', request: { kind: 'exchange', state: 'accepted' } },
  });
  await doTasks();
  expect(valuesOf((await services.requestRecords())[0])).toMatchObject({
    requestKind: '交換',
    reason: '',
    issues: ['異音がする', 'オゾンが出ない'],
    notes: '交換機の発送期限: 2027年1月21日\n宛名: レンタル受付',
  });
  expect(services.sns.published()[0]?.message).toMatch(/不調部分: 異音がする、オゾンが出ない\n備考: なし/);
});

test('the device is locked: refused until its lock and its movement are over', async () => {
  await send(returnDevice, returnBody);
  const lockUntil = new Date(services.clock.now() + 14 * 86_400_000).toISOString();
  expect(await send(requestExchange, exchangeBody)).toMatchObject({
    status: 409,
    body: { code: 'DEVICE_LOCKED', lockUntil, lastActionType: 'return' },
  });
  services.clock.advance(14 * 86_400_000 - 1000);
  expect(await send(requestExchange, exchangeBody)).toMatchObject({ status: 409, body: { code: 'DEVICE_LOCKED' } });
  services.clock.advance(1000);
  expect(await send(requestExchange, exchangeBody)).toMatchObject({
    status: 409,
    body: { code: 'DEVICE_LOCKED', message: expect.stringContaining('返却の手続き中です（受付番号 R-') },
  });
  const { requestId = '' } = (await lockOf('RVZ-1')) as { requestId?: string };
  await applyMovements([{ requestId, stage: '完了' }]);
  expect(await send(requestExchange, exchangeBody)).toMatchObject({ status: 200 });
  expect(await lockOf('RVZ-1')).toMatchObject({ kind: 'exchange' });
  await doTasks();
  expect(await services.requestRecords()).toHaveLength(2);
});

describe('refused:', () => {
  test('another owner’s device, exactly like one that does not exist', async () => {
    await services.createOwner(elsewhere);
    await services.putDevice('RVZ-9', { subscriptionId: elsewhere.subscriptionId });
    const refusals: [typeof returnDevice, object, string][] = [
      [returnDevice, { serialNumber: 'RVZ-9' }, 'DEVICE_NOT_FOUND'],
      [returnDevice, { serialNumber: 'RVZ-nobodys' }, 'DEVICE_NOT_FOUND'],
      [returnDevice, { stripeSubscriptionId: elsewhere.subscriptionId }, 'SUBSCRIPTION_NOT_FOUND'],
      [returnDevice, { stripeSubscriptionId: 'sub_nobodys' }, 'SUBSCRIPTION_NOT_FOUND'],
      [requestExchange, { serialNumber: 'RVZ-9' }, 'DEVICE_NOT_FOUND'],
      [requestExchange, { customerId: elsewhere.customerId }, 'SHOP_NOT_FOUND'],
      [requestExchange, { customerId: 'cus_nobodys' }, 'SHOP_NOT_FOUND'],
    ];
    for (const [handler, change, code] of refusals) {
      const body = handler === returnDevice ? returnBody : exchangeBody;
      expect(await send(handler, { ...body, ...change })).toMatchObject({ status: 404, body: { code } });
    }
    expect(await lockOf('RVZ-9')).toBeUndefined();
    expect(await services.requestRecords()).toEqual([]);
  });

  test('the caller’s device under another of the caller’s shops', async () => {
    expect(await send(returnDevice, { ...returnBody, stripeSubscriptionId: ginza.subscriptionId })).toMatchObject({
      status: 404,
      body: { code: 'DEVICE_NOT_FOUND' },
    });
    expect(await send(requestExchange, { ...exchangeBody, customerId: ginza.customerId })).toMatchObject({
      status: 404,
      body: { code: 'DEVICE_NOT_FOUND' },
    });
    expect(await lockOf('RVZ-1')).toBeUndefined();
  });

  test('not signed in', async () => {
    expect(await send(returnDevice, returnBody, {}, new Browser())).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' },
    });
  });
});

test.each([
  [{ deviceCategory: '購入機材' }, '購入機材のデバイスのため、返却・交換の操作はできません。'],
  [{ deviceCategory: '代替え機' }, '代替え機のデバイスのため、返却・交換の操作はできません。'],
  [{ status: '返却' }, '返却済みのデバイスのため、この操作はできません。'],
])('a device with %j may be neither returned nor exchanged', async (device, message) => {
  await services.putDevice('RVZ-1', { subscriptionId: aoyama.subscriptionId, ...device });
  for (const [handler, body] of [
    [returnDevice, returnBody],
    [requestExchange, exchangeBody],
  ] as const) {
    expect(await send(handler, body)).toMatchObject({ status: 409, body: { code: 'DEVICE_NOT_ELIGIBLE', message } });
  }
  expect(await lockOf('RVZ-1')).toBeUndefined();
});

describe('the same request again', () => {
  test('with its key: the first receipt, days later too', async () => {
    const first = await send(returnDevice, returnBody, keyed(1));
    services.clock.advance(3 * 86_400_000);
    expect((await send(returnDevice, returnBody, keyed(1))).body).toEqual(first.body);
    await doTasks();
    expect(await services.requestRecords()).toHaveLength(1);
    expect(services.sns.published()).toHaveLength(1);
  });

  test('without a key: the first receipt within a minute; after that the device is locked', async () => {
    const first = await send(returnDevice, returnBody);
    services.clock.advance(60_000);
    expect((await send(returnDevice, returnBody)).body).toEqual(first.body);
    services.clock.advance(1_000);
    expect(await send(returnDevice, returnBody)).toMatchObject({ status: 409, body: { code: 'DEVICE_LOCKED' } });
  });

  test('with its key and other content: refused', async () => {
    await send(returnDevice, returnBody, keyed(1));
    expect(await send(returnDevice, { ...returnBody, reason: '店舗閉店' }, keyed(1))).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await send(returnDevice, returnBody, { 'idempotency-key': 'short' })).toMatchObject({
      status: 400,
      body: { fields: { 'Idempotency-Key': expect.any(String) } },
    });
  });

  test('after its response was lost: the first receipt', async () => {
    services.inject((service, operation) =>
      service === 'dynamodb' && operation === 'TransactWriteItems' ? 'lost' : 'pass',
    );
    expect(await send(returnDevice, returnBody, keyed(1))).toMatchObject({ status: 503 });
    services.clearFaults();
    expect(await send(returnDevice, returnBody, keyed(1))).toMatchObject({
      status: 200,
      body: { request: { state: 'accepted' } },
    });
    expect((await waitingTasks()).map(({ kind }) => kind)).toEqual(['add-request-record', 'tell-staff']);
  });
});

describe('twenty concurrent requests', () => {
  beforeEach(() => limitTo({ ...wide, request: { device: ['20/d'] } }));

  test('with different contents: one is accepted, the others find the device locked', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        number % 2 === 0
          ? send(returnDevice, returnBody, keyed(number))
          : send(requestExchange, exchangeBody, keyed(number)),
      ),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.body['code'] === 'DEVICE_LOCKED')).toHaveLength(19);
    await doTasks();
    expect(await services.requestRecords()).toHaveLength(1);
    expect(services.sns.published()).toHaveLength(1);
  });

  test('with one key: one receipt', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(returnDevice, returnBody, keyed(1))));
    expect(
      new Set(responses.map((response) => (response.body['request'] as { receiptNumber: string }).receiptNumber)).size,
    ).toBe(1);
    await doTasks();
    expect(await services.requestRecords()).toHaveLength(1);
    expect(services.sns.published()).toHaveLength(1);
  });
});

test.each([
  ['reason', '気分', '返却理由を選択してください'],
  ['additionalInfo', 'あ'.repeat(1001), '1,000文字以内で入力してください'],
])('a return with a wrong %s is refused by name', async (field, value, text) => {
  expect(await send(returnDevice, { ...returnBody, [field]: value })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { [field]: text } },
  });
});

test('an exchange without faults: INVALID_INPUT names the field', async () => {
  expect(await send(requestExchange, { ...exchangeBody, issues: [] })).toMatchObject({
    status: 400,
    body: { fields: { issues: '不調部分を選択してください' } },
  });
});
