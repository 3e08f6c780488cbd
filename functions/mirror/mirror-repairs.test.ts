import { defaultAppIds } from '#shared/model/record-system';
import { putItem } from '#functions/platform/dynamodb/items';
import { deviceOfRepair, listRepairsOf, listWorkOf } from '#functions/devices/devices-table';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { mirrorRepairs } from '#functions/jobs';

const services = testServices(startRequestServices);

const run = () => mirrorRepairs({}, { getRemainingTimeInMillis: () => 300_000 });
const minutes = (count: number): void => services.clock.advance(count * 60_000);
const { repairs, workRecords } = defaultAppIds;
const fieldsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }])) as never;
const add = async (app: string, values: Record<string, unknown>): Promise<string> =>
  (await services.kintone.record.addRecord({ app, record: fieldsOf(values) })).id;
const change = (app: string, id: string, values: Record<string, unknown>) =>
  services.kintone.record.updateRecord({ app, id, record: fieldsOf(values) });
const remove = (app: string, id: string) => services.kintone.record.deleteRecords({ app, ids: [id] });
const open = { serialNumber: 'RVZ-1', 日時: '2026-12-01T01:00:00Z', 修理項目: '異音がする', 修理完了フラグ: '0' };
const counted = (pattern: RegExp): number => services.operations.filter((operation) => pattern.test(operation)).length;

test('repairs and their steps are mirrored, and their changes too; six requests a run', async () => {
  const id = await add(repairs, open);
  const other = await add(repairs, {
    ...open,
    serialNumber: 'RVZ-2',
    日時: '',
    修理項目: '',
    修理完了フラグ: '1',
    確定修理金額: '18700',
    保証対象: 'いいえ',
  });
  const work = await add(workRecords, { repairRecordId: id, 日時: '2026-12-01T02:00:00Z', ドロップダウン: '受付' });
  await expect(run()).resolves.toEqual({ finished: true, busy: false, changed: 3, removed: 0, skipped: 0 });
  expect(await listRepairsOf('RVZ-1')).toMatchObject([
    {
      repairId: id,
      item: '異音がする',
      completed: false,
      amount: null,
      underWarranty: null,
      reportedAt: 1_796_086_800,
    },
  ]);
  expect(await listRepairsOf('RVZ-2')).toMatchObject([
    { repairId: other, item: null, completed: true, amount: 18_700, underWarranty: 'いいえ', reportedAt: null },
  ]);
  expect(await listWorkOf(id)).toMatchObject([{ workId: work, item: '受付', workedAt: 1_796_090_400 }]);

  minutes(10);
  await change(repairs, id, { 修理完了フラグ: '1', 保証対象: 'はい' });
  await change(workRecords, work, { ドロップダウン: '点検' });
  services.operations.length = 0;
  await expect(run()).resolves.toMatchObject({ changed: 2 });
  expect(counted(/^records/)).toBe(6);
  expect(await listRepairsOf('RVZ-1')).toMatchObject([{ completed: true, underWarranty: 'はい' }]);
  expect(await listWorkOf(id)).toMatchObject([{ item: '点検' }]);
  services.operations.length = 0;
  minutes(1);
  await expect(run()).resolves.toMatchObject({ changed: 0 });
  expect(counted(/^dynamodb (Put|Transact)/)).toBe(0);
});

test('a repair entered for the wrong device: it moves to the right one', async () => {
  const id = await add(repairs, open);
  await run();
  minutes(10);
  await change(repairs, id, { serialNumber: 'RVZ-2' });
  await expect(run()).resolves.toMatchObject({ changed: 1 });
  expect(await listRepairsOf('RVZ-1')).toEqual([]);
  expect(await listRepairsOf('RVZ-2')).toMatchObject([{ repairId: id }]);
  expect(await deviceOfRepair(id)).toBe('RVZ-2');
});

test('once a day, deleted and moved records leave the mirror', async () => {
  const kept = await add(repairs, open);
  const gone = await add(repairs, { ...open, 修理項目: '異常発熱する' });
  const [stays, moves, goes] = [
    await add(workRecords, { repairRecordId: kept }),
    await add(workRecords, { repairRecordId: gone }),
    await add(workRecords, { repairRecordId: kept }),
  ];
  await run();
  await remove(repairs, gone);
  await remove(workRecords, goes);
  await change(workRecords, moves, { repairRecordId: kept });
  minutes(24 * 60);
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1, removed: 3 });
  expect((await listRepairsOf('RVZ-1')).map((repair) => repair.repairId)).toEqual([kept]);
  expect(await deviceOfRepair(gone)).toBeUndefined();
  expect((await listWorkOf(kept)).map((work) => work.workId)).toEqual([stays, moves]);
  expect(await listWorkOf(gone)).toEqual([]);
});

test('items of repairs and steps are wrong at the same revision: right again after the night', async () => {
  const id = await add(repairs, open);
  const work = await add(workRecords, { repairRecordId: id, ドロップダウン: '受付' });
  await run();
  const table = process.env['DEVICES_TABLE'] ?? '';
  const items = [...(await services.items('DEVICE#')), ...(await services.items('REPAIR#'))];
  for (const item of items.filter(({ item: text }) => typeof text === 'string'))
    await putItem(table, { pk: String(item['pk']), sk: String(item['sk']) }, { ...item, item: '別の言葉' });
  expect([await listRepairsOf('RVZ-1'), await listWorkOf(id)]).toMatchObject([
    [{ item: '別の言葉' }],
    [{ workId: work, item: '別の言葉' }],
  ]);
  minutes(24 * 60);
  await expect(run()).resolves.toMatchObject({ changed: 2 });
  expect([await listRepairsOf('RVZ-1'), await listWorkOf(id)]).toMatchObject([
    [{ item: '異音がする' }],
    [{ workId: work, item: '受付' }],
  ]);
});

test('a repair of more than 2,000 characters: it is cut, shown, and refuses another one', async () => {
  await add(repairs, { ...open, 修理項目: 'あ'.repeat(2_500) });
  await expect(run()).resolves.toMatchObject({ changed: 1, skipped: 0 });
  expect(await listRepairsOf('RVZ-1')).toMatchObject([{ item: 'あ'.repeat(2_000), completed: false }]);
});

test('a malformed record: all others are mirrored', async () => {
  await add(repairs, { ...open, serialNumber: 'x'.repeat(300) });
  await add(repairs, open);
  await add(workRecords, { repairRecordId: '-3' });
  await expect(run()).resolves.toMatchObject({ finished: true, changed: 1, skipped: 2 });
});
