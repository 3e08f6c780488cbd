import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { StillClock } from '../../../local/clock';
import { apiToken, serveRecords } from '../../../local/records/testing/serve-records';
import { checkRecords, expectedApps } from './check-records';

let system: Awaited<ReturnType<typeof serveRecords>>;
beforeAll(async () => {
  system = await serveRecords(new StillClock(Date.parse('2027-01-15T03:00:00Z')));
});
afterAll(() => system.close());

const clientWith = (token: string) =>
  new KintoneRestAPIClient({ baseUrl: `http://localhost:${new URL(system.url).port}`, auth: { apiToken: token } });
const states = async (settings: Parameters<typeof expectedApps>[0], token = apiToken) =>
  (await checkRecords(clientWith(token), expectedApps(settings))).map(({ what, state, say }) => [what, state, say]);

test('apps with all their fields: as expected', async () => {
  expect((await states({})).map(([what, state]) => [what, state])).toEqual([
    ['Kintone app 1 (デバイス管理)', 'ok'],
    ['Kintone app 2 (修理管理)', 'ok'],
    ['Kintone app 3 (作業記録)', 'ok'],
    ['Kintone app 4 (申請管理)', 'ok'],
  ]);
});

test('a field with another name, another type or without an option: reported by its code', async () => {
  const renamed = await states({ devices: { fields: { serialNumber: 'シリアル' } } });
  expect(renamed[0]).toEqual(['Kintone app 1 (デバイス管理)', 'wrong', 'the field シリアル is missing']);
  const [app] = expectedApps({});
  if (!app) throw new Error('There are no apps');
  const client = clientWith(apiToken);
  const say = async (field: Partial<(typeof app.fields)[string]>) => {
    const status = app.fields['status'];
    if (!status) throw new Error('devices have no status');
    return (await checkRecords(client, [{ ...app, fields: { status: { ...status, ...field } } }])).map(
      (finding) => finding.say,
    );
  };
  expect(await say({ type: 'NUMBER' })).toEqual(['the field status is of type DROP_DOWN, not NUMBER']);
  expect(await say({ options: ['出荷', '廃棄'] })).toEqual(['the field status lacks the options 廃棄']);
  expect((await states({ devices: { fields: { serialNumber: 'stripeSubscriptionId' } } }))[0]?.[2]).toBe(
    'the field stripeSubscriptionId allows duplicates',
  );
});

test('another number or a wrong token: reported with advice', async () => {
  expect((await states({ requests: { id: '77' } }))[3]).toEqual([
    'Kintone app 77 (申請管理)',
    'wrong',
    expect.stringContaining('is the number right'),
  ]);
  for (const [, state, say] of await states({}, 'another-token'))
    expect([state, say]).toEqual(['wrong', expect.stringContaining('token')]);
});
