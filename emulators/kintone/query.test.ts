import { StillClock } from '../platform/index';
import { serveTestApps } from './testing/test-kintone';

const app = '9';
let system: Awaited<ReturnType<typeof serveTestApps>>;

beforeEach(async () => {
  system = await serveTestApps(new StillClock(Date.UTC(2026, 3, 1, 16)));
  const row = (key: string, amount: number | '', date: string, choice: string | null, checks: string[]) => ({
    キー: { value: key },
    備考: { value: `${key}の備考 Memo` },
    数量: { value: amount },
    日付: { value: date },
    日時: { value: date === '' ? '' : `${date}T00:30:00Z` },
    区分: { value: choice },
    症状: { value: checks },
  });
  await system.client.record.addRecords({
    app,
    records: [
      row('りんご', 10, '2026-04-01', '甲', ['異音']),
      row('みかん', 9, '2026-04-02', '乙', ['異音', '発熱']),
      row('say "hi"', 100, '2026-04-03', '甲', []),
      row('なし', '', '', null, []),
    ],
  });
});

afterEach(() => system.close());

const find = async (query: string) =>
  (await system.client.record.getRecords({ app, query, fields: ['$id'] })).records.map((record) =>
    Number(record['$id']?.value),
  );

it.each([
  ['', [4, 3, 2, 1]],
  ['order by $id asc', [1, 2, 3, 4]],
  ['数量 > 9 order by $id asc', [1, 3]],
  ['数量 >= "9" and 数量 < 100 order by 数量 desc', [1, 2]],
  ['数量 = "" or 数量 = 100', [4, 3]],
  ['数量 != 9', [4, 3, 1]],
  ['$id > 2 and $id <= 3', [3]],
  ['レコード番号 in (1, "4")', [4, 1]],
  ['キー = "say \\"hi\\""', [3]],
  ['キー in ("りんご", "みかん")', [2, 1]],
  ['キー not in ("りんご")', [4, 3, 2]],
  ['キー like "んご"', [1]],
  ['備考 like "memo" and 備考 not like "なし"', [3, 2, 1]],
  ['区分 in ("甲")', [3, 1]],
  ['区分 in ("")', [4]],
  ['区分 not in ("甲", "乙")', [4]],
  ['症状 in ("発熱")', [2]],
  ['症状 not in ("異音")', [4, 3]],
  ['日付 >= "2026-04-02"', [3, 2]],
  ['日時 < "2026-04-02T09:30:00+09:00"', [1]],
  ['備考 is empty', []],
  ['備考 is not empty and (区分 in ("乙") or 数量 = 10)', [2, 1]],
  ['区分 in ("甲") or 区分 in ("乙") and 数量 = 0', [3, 1]],
  ['更新日時 >= "2026-04-01T16:00:00Z" order by 更新日時 asc, 数量 asc limit 2', [4, 2]],
  ['ORDER BY 数量 DESC LIMIT 2 OFFSET 1', [1, 2]],
] as const)('finds by %s', async (query, ids) => {
  expect(await find(query)).toEqual(ids);
});

it.each([
  ['キー =', 'CB_VA01'],
  ['キー "x"', 'CB_VA01'],
  ['キー = "x', 'CB_VA01'],
  ['(キー = "x"', 'CB_VA01'],
  ['キー = "x" limit', 'CB_VA01'],
  ['数量 = "三"', 'CB_VA01'],
  ['日時 > "きのう"', 'CB_VA01'],
  ['無い = "x"', 'GAIA_IQ11'],
  ['order by 無い', 'GAIA_IQ11'],
  ['キー = "a\tb"', 'CB_VA01'],
  ['日付 is empty', 'GAIA_IQ03'],
  ['キー is not empty', 'GAIA_IQ03'],
  ['区分 = "甲"', 'GAIA_IQ03'],
  ['備考 = "x"', 'GAIA_IQ03'],
  ['キー > "a"', 'GAIA_IQ03'],
  ['区分 in ("丙")', 'GAIA_IQ10'],
  ['limit 501', 'GAIA_QU01'],
  ['offset 10001', 'GAIA_QU02'],
  ['日時 > LAST_MONTH()', 'EMULATOR_UNSUPPORTED'],
])('refuses %s', async (query, code) => {
  // The client itself warns about a large offset.
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  await expect(find(query)).rejects.toMatchObject({ code });
});

it('a page comes with the count of all matching records', async () => {
  const page = await system.client.record.getRecords({
    app,
    query: 'order by $id asc limit 1 offset 2',
    totalCount: true,
  });
  expect(page).toMatchObject({ totalCount: '4', records: [{ $id: { value: '3' } }] });
  expect((await system.client.record.getRecords({ app })).totalCount).toBeNull();
});
