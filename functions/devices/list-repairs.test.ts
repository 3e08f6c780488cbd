import { defaultAppIds } from '#shared/model/record-system';
import { mirrorRepairs } from '#functions/jobs';
import { startRequestServices } from '#functions/testing/request-services';
import { Browser } from '#functions/testing/browser';
import { testServices } from '#functions/testing/test-services';
import { listRepairs, listWorkRecords } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;
let stranger: Browser;
let repairs: string[];

const { repairs: repairApp, workRecords: workApp } = defaultAppIds;
const add = async (app: string, values: Record<string, unknown>): Promise<string> =>
  (
    await services.kintone.record.addRecord({
      app,
      record: Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }])),
    })
  ).id;

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  stranger = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
  await services.putDevice('RVZ/1#x', { subscriptionId: 'sub_1' });
  repairs = [
    await add(repairApp, {
      serialNumber: 'RVZ/1#x',
      日時: '2026-11-01T01:00:00Z',
      修理項目: 'ポンプがおかしい',
      修理完了フラグ: '1',
      確定修理金額: '0',
      保証対象: 'はい',
    }),
    await add(repairApp, {
      serialNumber: 'RVZ/1#x',
      日時: '2026-12-01T01:00:00Z',
      修理項目: '異音がする',
      修理完了フラグ: '0',
    }),
  ];
  for (const [時, ドロップダウン] of [
    ['02', '点検'],
    ['01', '受付'],
  ])
    await add(workApp, { repairRecordId: repairs[0], 日時: `2026-11-02T${時}:00:00Z`, ドロップダウン });
  await mirrorRepairs({}, { getRemainingTimeInMillis: () => 300_000 });
  services.operations.length = 0;
});

const history = (serial: string, who = owner) =>
  who.send(listRepairs, { method: 'GET', path: '/api/devices/x/repair-history', params: { serial } });
const work = (recordId: string, who = owner) =>
  who.send(listWorkRecords, { method: 'GET', path: '/api/repair-history/x/work-records', params: { recordId } });

test('a serial number encoded twice, which the gateway decoded once or twice: the same repairs', async () => {
  const once = await history(encodeURIComponent('RVZ/1#x'));
  expect([once.status, once.body]).toEqual([200, (await history('RVZ/1#x')).body]);
  expect((await history('100%')).status).toBe(404);
});

test('the repairs of a device: newest first, in the record system’s shape, from the mirror', async () => {
  const { status, body } = await history('RVZ/1#x');
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      $id: { value: repairs[1] },
      日時: { value: '2026-12-01T01:00:00.000Z' },
      修理項目: { value: '異音がする' },
      修理完了フラグ: { value: '0' },
      確定修理金額: { value: null },
      保証対象: { value: null },
    },
    {
      $id: { value: repairs[0] },
      日時: { value: '2026-11-01T01:00:00.000Z' },
      修理項目: { value: 'ポンプがおかしい' },
      修理完了フラグ: { value: '1' },
      確定修理金額: { value: '0' },
      保証対象: { value: 'はい' },
    },
  ]);
  expect(services.operations.filter((operation) => operation.startsWith('records'))).toEqual([]);
});

test('the steps of a repair: oldest first', async () => {
  const { status, body } = await work(repairs[0] ?? '');
  expect([
    status,
    (body as unknown as { ドロップダウン: { value: string } }[]).map((step) => step.ドロップダウン.value),
  ]).toEqual([200, ['受付', '点検']]);
  expect((await work(repairs[1] ?? '')).body).toEqual([]);
});

const weird = [
  '',
  '#',
  'RECORD',
  'DEVICE#RVZ/1#x',
  'RVZ/1',
  '0',
  '-1',
  '1e3',
  '../1',
  '<script>alert(1)</script>',
  '\u0000',
  'あ'.repeat(10_000),
];

test.each(weird)('a serial number %j: 404, exactly like another owner’s device', async (serial) => {
  const foreign = await history('RVZ/1#x', stranger);
  expect(foreign).toMatchObject({ status: 404, body: { code: 'DEVICE_NOT_FOUND' } });
  expect(await history(serial)).toMatchObject({ status: 404, body: foreign.body });
});

test.each(weird)('a repair %j: 404, exactly like another owner’s', async (recordId) => {
  const foreign = await work(repairs[0] ?? '', stranger);
  expect(foreign).toMatchObject({ status: 404, body: { code: 'REPAIR_NOT_FOUND' } });
  expect(await work(recordId)).toMatchObject({ status: 404, body: foreign.body });
});

test('a device moved to another owner’s subscription: the new owner sees it with its repairs', async () => {
  await services.putDevice('RVZ/1#x', { subscriptionId: 'sub_2', revision: 2 });
  expect((await history('RVZ/1#x')).status).toBe(404);
  expect((await work(repairs[0] ?? '')).status).toBe(404);
  expect((await history('RVZ/1#x', stranger)).body).toHaveLength(2);
});

test('not signed in: refused', async () => {
  expect(await history('RVZ/1#x', new Browser())).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
});
