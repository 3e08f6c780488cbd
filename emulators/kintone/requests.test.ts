import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiToken, serveTestApps, testKintone } from './testing/test-kintone';

const app = '9';
const system = testKintone();

const records = () => system.client.record;
const add = (...keys: string[]) =>
  records().addRecords({ app, records: keys.map((key) => ({ キー: { value: key } })) });

describe('requests', () => {
  it('a missing or wrong token is refused', async () => {
    await expect(system.clientOf('wrong').record.getRecords({ app })).rejects.toMatchObject({
      status: 400,
      code: 'GAIA_IA02',
    });
    await system.clientOf(`other,${apiToken}`).record.getRecords({ app });
    const without = await fetch(`${system.url}/k/v1/records.json?app=${app}`);
    expect([without.status, ((await without.json()) as { code: string }).code]).toEqual([401, 'CB_AU01']);
  });

  it('a hundred requests at once are served; the next gets 429', async () => {
    const results = await Promise.all(
      Array.from({ length: 102 }, () =>
        system.emulator.respond({
          method: 'GET',
          url: `/k/v1/records.json?app=${app}`,
          headers: { 'x-cybozu-api-token': apiToken },
          body: Buffer.alloc(0),
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(results.at(-1)).toMatchObject({ status: 429, headers: { 'X-Cybozu-Error': 'GAIA_TO04' } });
    await records().getRecords({ app });
  });

  it('the fields of an app are described with their settings', async () => {
    const { properties } = await system.client.app.getFormFields({ app: '1' });
    expect(properties['serialNumber']).toMatchObject({ type: 'SINGLE_LINE_TEXT', required: true, unique: true });
    expect(properties['status']).toMatchObject({
      type: 'DROP_DOWN',
      options: { 出荷: { label: '出荷', index: '0' }, 返却: { label: '返却', index: '1' } },
    });
  });

  it('an unsupported operation is refused by its name', async () => {
    await expect(system.client.record.deleteRecordComment({ app, record: 1, comment: 1 })).rejects.toMatchObject({
      status: 501,
      message: expect.stringContaining('DELETE /k/v1/record/comment.json is not supported by this emulator'),
    });
    const request = {
      method: 'POST',
      url: '/k/v1/records.json?a=b',
      headers: { 'x-http-method-override': 'GET' },
      body: Buffer.alloc(0),
    };
    expect(system.emulator.operationOf(request)).toBe('GET /k/v1/records.json');
  });

  it.each(['2026-04-01T10:15:00Z', '2026-04-01T10:15:00+09:00', '2026-04-01'])('a time is %s', async (value) => {
    await expect(records().addRecord({ app, record: { 日時: { value } } })).resolves.toMatchObject({ revision: '1' });
  });

  it.each(['April 1, 2026', '2026/04/01 10:15', '2026-04-01T10:15:00', '2026-02-30T10:15:00Z'])(
    'a time is not %s',
    async (value) => {
      await expect(records().addRecord({ app, record: { 日時: { value } } })).rejects.toMatchObject({
        code: 'CB_VA01',
        errors: { 'record.日時.value': expect.anything() as unknown },
      });
    },
  );

  it('a query too long for a URL is read from a POST', async () => {
    await add('A');
    const query = `キー in (${Array.from({ length: 300 }, (_, n) => `"key-${n}"`).join(',')}, "A")`;
    expect((await records().getRecords({ app, query })).records).toHaveLength(1);
  });
});

it('records survive a restart; a reset removes them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  const journal = join(folder, 'records.jsonl');
  let kept = await serveTestApps(system.clock, journal);
  await kept.client.record.addRecords({ app, records: [{ キー: { value: 'A' } }, { キー: { value: 'B' } }] });
  await kept.client.record.updateRecord({ app, id: 1, record: { 数量: { value: 4 } } });
  await kept.client.record.deleteRecords({ app, ids: [2] });
  // Not closed in between, as after a kill: every acknowledged write is in the journal.
  const before = kept;
  kept = await serveTestApps(system.clock, journal);
  await before.close();
  const { records: found } = await kept.client.record.getRecords({ app });
  expect(found).toMatchObject([{ $id: { value: '1' }, $revision: { value: '2' }, 数量: { value: '4' } }]);
  expect((await kept.client.record.addRecord({ app, record: {} })).id).toBe('3');
  await kept.emulator.reset();
  expect((await kept.client.record.getRecords({ app })).records).toEqual([]);
  await kept.close();
  await rm(folder, { recursive: true });
});
