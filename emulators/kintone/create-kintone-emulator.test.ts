import { apiToken, testKintone } from './testing/test-kintone';

const app = '9';
const system = testKintone();

const records = () => system.client.record;
const add = (...keys: string[]) =>
  records().addRecords({ app, records: keys.map((key) => ({ キー: { value: key } })) });

describe('single records', () => {
  it('an added record comes back with every field and its type', async () => {
    const { id, revision } = await records().addRecord({
      app,
      record: {
        キー: { value: 'A' },
        備考: { value: '一行目\n二行目' },
        数量: { value: 3 },
        日付: { value: '2026-04-01' },
        日時: { value: '2026-04-01T10:15:59+09:00' },
        区分: { value: '甲' },
        症状: { value: ['異音'] },
      },
    });
    expect([id, revision]).toEqual(['1', '1']);
    const { record } = await records().getRecord({ app, id });
    expect(record).toEqual({
      $id: { type: '__ID__', value: '1' },
      $revision: { type: '__REVISION__', value: '1' },
      レコード番号: { type: 'RECORD_NUMBER', value: '1' },
      作成者: { type: 'CREATOR', value: { code: 'Administrator', name: 'Administrator' } },
      作成日時: { type: 'CREATED_TIME', value: '2026-04-01T09:30:00Z' },
      更新者: { type: 'MODIFIER', value: { code: 'Administrator', name: 'Administrator' } },
      更新日時: { type: 'UPDATED_TIME', value: '2026-04-01T09:30:00Z' },
      キー: { type: 'SINGLE_LINE_TEXT', value: 'A' },
      備考: { type: 'MULTI_LINE_TEXT', value: '一行目\n二行目' },
      数量: { type: 'NUMBER', value: '3' },
      日付: { type: 'DATE', value: '2026-04-01' },
      日時: { type: 'DATETIME', value: '2026-04-01T01:15:00Z' },
      区分: { type: 'DROP_DOWN', value: '甲' },
      症状: { type: 'CHECK_BOX', value: ['異音'] },
    });
  });

  it('an empty field has the empty value of its type', async () => {
    await add('A');
    const { record } = await records().getRecord({ app, id: 1 });
    expect(record).toMatchObject({
      備考: { value: '' },
      数量: { value: '' },
      日付: { value: null },
      日時: { value: '' },
      区分: { value: null },
      症状: { value: [] },
    });
  });

  it('an update changes the given fields only and raises the revision', async () => {
    await records().addRecord({ app, record: { キー: { value: 'A' }, 数量: { value: 1 } } });
    system.clock.advance(120_000);
    expect(await records().updateRecord({ app, id: 1, record: { 数量: { value: '' } }, revision: 1 })).toEqual({
      revision: '2',
    });
    expect((await records().getRecord({ app, id: 1 })).record).toMatchObject({
      キー: { value: 'A' },
      数量: { value: '' },
      作成日時: { value: '2026-04-01T09:30:00Z' },
      更新日時: { value: '2026-04-01T09:32:00Z' },
    });
  });

  it('an update with an old revision is refused and changes nothing', async () => {
    await add('A');
    await records().updateRecord({ app, id: 1, record: { 数量: { value: 1 } }, revision: 1 });
    await expect(
      records().updateRecord({ app, id: 1, record: { 数量: { value: 2 } }, revision: 1 }),
    ).rejects.toMatchObject({ status: 409, code: 'GAIA_CO02' });
    await records().updateRecord({ app, id: 1, record: { 数量: { value: 3 } }, revision: -1 });
    expect((await records().getRecord({ app, id: 1 })).record).toMatchObject({
      数量: { value: '3' },
      $revision: { value: '3' },
    });
  });

  it('wrong values are refused, each named by its place', async () => {
    await add('A');
    await expect(
      records().addRecord({
        app,
        record: {
          キー: { value: 'A' },
          数量: { value: '三' },
          区分: { value: '丙' },
        },
      }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'CB_VA01',
      errors: {
        'record.キー.value': { messages: ['値がほかのレコードと重複しています。'] },
        'record[数量].value': { messages: ['数字でなければなりません。'] },
        'record.区分.value': { messages: ['"丙"は選択肢にありません。'] },
      },
    });
    await expect(system.client.record.addRecord({ app: '1', record: {} })).rejects.toMatchObject({
      errors: { 'record.serialNumber.value': { messages: ['必須です。'] } },
    });
  });

  it('a day or time that a new record leaves out may be now by the form; named as empty, it stays empty', async () => {
    const properties = {
      日付: { type: 'DATE', defaultNowValue: true },
      日時: { type: 'DATETIME', defaultNowValue: true },
    };
    await system.client.app.updateFormFields({ app, properties: properties as never });
    await system.client.app.deployApp({ apps: [{ app }] });
    system.clock.advance(6 * 3_600_000);
    await records().addRecord({ app, record: {} });
    await records().addRecord({ app, record: { 日付: { value: '' }, 日時: { value: '' } } });
    expect((await records().getRecords({ app, query: 'order by $id asc' })).records).toMatchObject([
      { 日付: { value: '2026-04-02' }, 日時: { value: '2026-04-01T15:30:00Z' } },
      { 日付: { value: null }, 日時: { value: '' } },
    ]);
  });

  it('who manages an app gives a new record its times, as a file does; nobody else does', async () => {
    const record = { 更新日時: { value: '2020-01-01T09:00:30+09:00' }, 作成日時: { value: '2019-01-01' } };
    const refused = { status: 403, code: 'CB_NO02' };
    await expect(system.clientOf(apiToken).record.addRecord({ app, record })).rejects.toMatchObject(refused);
    const { id } = await records().addRecord({ app, record });
    await expect(records().updateRecord({ app, id, record })).rejects.toMatchObject(refused);
    expect((await records().getRecord({ app, id })).record).toMatchObject({
      更新日時: { value: '2020-01-01T00:00:00Z' },
      作成日時: { value: '2019-01-01T00:00:00Z' },
    });
    await records().addRecords({ app, records: [record] });
    const { totalCount } = await records().getRecords({ app, query: '更新日時 < "2020-01-02"', totalCount: true });
    expect(totalCount).toBe('2');
    await expect(records().addRecord({ app, record: { 更新日時: { value: '昨日' } } })).rejects.toMatchObject({
      code: 'CB_VA01',
    });
  });

  it('a missing record, app or key is refused with its own code', async () => {
    await expect(records().getRecord({ app: '77', id: 1 })).rejects.toMatchObject({ status: 404, code: 'GAIA_AP01' });
    await expect(
      records().updateRecord({ app, updateKey: { field: 'キー', value: 'X' }, record: {} }),
    ).rejects.toMatchObject({ status: 404, code: 'GAIA_RE20' });
    await expect(
      records().updateRecord({ app, updateKey: { field: '備考', value: 'X' }, record: {} }),
    ).rejects.toMatchObject({ status: 400, code: 'CB_VA01' });
  });
});

describe('many records', () => {
  it('one of several added records is wrong, or they are over 100: none is added', async () => {
    await expect(add('A', 'B', 'A')).rejects.toMatchObject({
      errors: { 'records[2].キー.value': { messages: ['値がほかのレコードと重複しています。'] } },
    });
    await expect(add(...Array.from({ length: 101 }, (_, n) => `k${n}`))).rejects.toMatchObject({ code: 'CB_VA01' });
    expect((await records().getRecords({ app, totalCount: true })).totalCount).toBe('0');
    expect((await add('A', 'B')).ids).toEqual(['1', '2']);
  });

  it('updates by id and by key are kept together or not at all', async () => {
    await add('A', 'B');
    await expect(
      records().updateRecords({
        app,
        records: [
          { id: 1, record: { 数量: { value: 9 } } },
          { id: 5, record: {} },
        ],
      }),
    ).rejects.toMatchObject({ code: 'GAIA_RE01' });
    const { records: updated } = await records().updateRecords({
      app,
      records: [
        { id: 1, record: { 数量: { value: 1 } } },
        { updateKey: { field: 'キー', value: 'B' }, record: { 数量: { value: 2 } } },
      ],
    });
    expect(updated).toEqual([
      { id: '1', revision: '2' },
      { id: '2', revision: '2' },
    ]);
  });

  it('records are deleted together or not at all; a number is never given twice', async () => {
    await add('A', 'B');
    await expect(records().deleteRecords({ app, ids: [1, 2], revisions: [1, 5] })).rejects.toMatchObject({
      code: 'GAIA_CO02',
    });
    await records().deleteRecords({ app, ids: [1, 2] });
    expect((await add('A')).ids).toEqual(['3']);
  });

  it('the client’s own helpers read more than one page', async () => {
    const made = await records().addAllRecords({
      app,
      records: Array.from({ length: 620 }, (_, n) => ({ キー: { value: `k${n}` }, 数量: { value: n } })),
    });
    expect(made.records).toHaveLength(620);
    expect(await records().getAllRecordsWithId({ app, condition: '数量 >= 10' })).toHaveLength(610);
    expect(await records().getAllRecordsWithOffset({ app, orderBy: '数量 asc' })).toHaveLength(620);
    await records().updateAllRecords({
      app,
      records: made.records.map(({ id }) => ({ id, record: { 区分: { value: '甲' } } })),
    });
    expect((await records().getRecords({ app, query: '区分 in ("甲") limit 1', totalCount: true })).totalCount).toBe(
      '620',
    );
    await records().deleteAllRecords({ app, records: made.records.map(({ id }) => ({ id: Number(id) })) });
    expect((await records().getRecords({ app })).records).toEqual([]);
  });

  it('one part of a bulkRequest is refused: none of it is kept', async () => {
    const request = (key: string) => ({
      method: 'POST' as const,
      endpointName: 'record' as const,
      payload: { app, record: { キー: { value: key } } },
    });
    await expect(system.client.bulkRequest({ requests: [request('A'), request('A')] })).rejects.toMatchObject({
      code: 'CB_VA01',
      bulkRequestIndex: 1,
    });
    expect((await records().getRecords({ app })).records).toEqual([]);
    const { results } = await system.client.bulkRequest({ requests: [request('A'), request('B')] });
    expect(results).toEqual([
      { id: '1', revision: '1' },
      { id: '2', revision: '1' },
    ]);
  });
});
