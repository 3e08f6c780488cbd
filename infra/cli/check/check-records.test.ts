import { defaultAppIds } from '#shared/model/record-system';
import { StillClock } from '#emulators/platform';
import { apiToken, serveRecords } from '../../../local/kintone/testing/serve-records';
import { checkRecords, expectedApps } from './check-records';

let system: Awaited<ReturnType<typeof serveRecords>>;
beforeEach(async () => {
  system = await serveRecords(new StillClock(Date.parse('2027-01-15T03:00:00Z')));
});
afterEach(() => system.close());

const states = async (settings: Parameters<typeof expectedApps>[0] = {}, token = apiToken) =>
  (await checkRecords(system.clientOf(token), expectedApps(settings))).map(({ what, state, say }) => [
    what,
    state,
    say,
  ]);
const { requests } = defaultAppIds;
/** What people change in the form of an app. */
const form = async (app: string, change: 'addFormFields' | 'updateFormFields', properties: object): Promise<void> => {
  await system.client.app[change]({ app, properties });
  await system.client.app.deployApp({ apps: [{ app }] });
};

test('apps with all their fields, tokens with all their rights: as expected, and nothing is added', async () => {
  expect((await states()).map(([what, state]) => [what, state])).toEqual([
    ['Kintone app 1 (デバイス管理)', 'ok'],
    ['Kintone app 2 (修理管理)', 'ok'],
    ['Kintone app 3 (作業記録)', 'ok'],
    ['Kintone app 4 (申請管理)', 'ok'],
    ['Kintone app 4 (申請管理)', 'ok'],
  ]);
  expect((await system.client.record.getRecords({ app: requests })).records).toEqual([]);
});

test('a field with another code or type, or without an option: reported by its code', async () => {
  expect((await states({ devices: { fields: { serialNumber: 'シリアル' } } }))[0]).toEqual([
    'Kintone app 1 (デバイス管理)',
    'wrong',
    'the field シリアル is missing',
  ]);
  expect((await states({ devices: { fields: { status: 'statusUpdatedAt' } } }))[0]?.[2]).toBe(
    'the field statusUpdatedAt is of type DATETIME, not DROP_DOWN or RADIO_BUTTON',
  );
  expect((await states({ devices: { fields: { serialNumber: 'stripeSubscriptionId' } } }))[0]?.[2]).toBe(
    'the field stripeSubscriptionId allows duplicates',
  );
  await form('1', 'updateFormFields', {
    status: { type: 'DROP_DOWN', options: { 出荷: { label: '出荷', index: 0 } } },
  });
  expect((await states())[0]?.[2]).toBe('the field status lacks the options 返却');
});

test.each([
  [
    'addFormFields',
    { 担当者: { type: 'SINGLE_LINE_TEXT', code: '担当者', label: '担当者', required: true } },
    '担当者',
  ],
  ['updateFormFields', { serialNumber: { type: 'SINGLE_LINE_TEXT', unique: true } }, 'prohibits duplicates'],
  ['updateFormFields', { shopPhone: { type: 'SINGLE_LINE_TEXT', required: true } }, 'shopPhone is required'],
  ['updateFormFields', { shopName: { type: 'SINGLE_LINE_TEXT', maxLength: '20' } }, 'only 20 characters'],
  ['updateFormFields', { reason: { type: 'SINGLE_LINE_TEXT', minLength: '5' } }, 'wants 5 characters'],
  [
    'updateFormFields',
    { customerId: { type: 'SINGLE_LINE_TEXT', lookup: { relatedApp: { app: '1' }, relatedKeyField: 'serialNumber' } } },
    'is a lookup',
  ],
  ['updateFormFields', { requestStage: { type: 'DROP_DOWN', defaultValue: '完了' } }, 'begins as 完了, not 受付'],
] as const)('an app that would refuse a request is found (%s %j)', async (change, properties, words) => {
  await form(requests, change, properties);
  expect((await states())[3]).toEqual(['Kintone app 4 (申請管理)', 'wrong', expect.stringContaining(words)]);
});

test('another number, a wrong token, a missing right, maintenance: reported with advice', async () => {
  expect((await states({ requests: { id: '3' } }))[3]?.[2]).toContain('is missing');
  expect((await states({ requests: { id: '77' } }))[3]?.[2]).toContain('does the secret hold a token of this app?');
  for (const [, state, say] of await states({}, 'another-token'))
    expect([state, say]).toEqual(['wrong', expect.stringContaining('token')]);
  system.emulator.tokenRights.set(requests, ['view']);
  expect((await states())[4]).toEqual([expect.anything(), 'wrong', expect.stringContaining('GAIA_NO01')]);
  system.emulator.inMaintenance.add('1');
  expect((await states())[0]?.[2]).toContain('its maintenance mode is on');
});

test('apps in a guest space: found with the stage’s setting alone', async () => {
  const guest = await serveRecords(new StillClock(0), '7');
  try {
    const findings = await checkRecords(guest.clientOf(apiToken), expectedApps({}));
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    const { KintoneRestAPIClient } = await import('@kintone/rest-api-client');
    const outside = new KintoneRestAPIClient({ baseUrl: guest.baseUrl, auth: { apiToken } });
    expect((await checkRecords(outside, expectedApps({})))[0]?.say).toContain('guestSpace');
  } finally {
    await guest.close();
  }
});

test('an optional field that is missing is no fault: it is named, and what to do', async () => {
  await system.client.app.deleteFormFields({ app: requests, fields: ['promisedBy', 'carrier'] });
  await system.client.app.deployApp({ apps: [{ app: requests }] });
  const found = (await states()).filter(([what]) => what === 'Kintone app 4 (申請管理)');
  expect(found.map(([, state]) => state)).toEqual(['ok', 'question', 'question', 'ok']);
  expect(found[1]?.[2]).toContain('the optional field promisedBy is missing');
});
