import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { defaultAppIds } from '#shared/model/record-system';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { clock } from '#functions/platform/clock';
import { Misconfigured } from '#functions/platform/kintone/client';
import { anyOf, countRecords, readPage } from './read-page';

const services = testServices(startRequestServices);

beforeEach(async () => {
  delete process.env['RECORD_APPS'];
});

const add = (serials: string[]) =>
  services.kintone.record.addAllRecords({
    app: defaultAppIds.devices,
    records: serials.map((serialNumber) => ({ serialNumber: { value: serialNumber } })),
  });
const asked = () => services.operations.filter((operation) => operation.startsWith('records')).length;
const kintoneError = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ id: 'x', code, message: 'no' }),
});
/** The first `times` requests to the record system get this response. */
const respondWith = (response: ReturnType<typeof kintoneError> | 'down', times = Infinity): void => {
  let left = times;
  services.inject((service) => (service === 'records' && (left -= 1) >= 0 ? response : 'pass'));
};

test('pages follow the record’s id', async () => {
  await add(Array.from({ length: 501 }, (_, index) => `S-${index}`));
  const first = await readPage('devices', {});
  expect([
    first.records.length,
    first.isLast,
    first.records[0]?.['$id']?.value,
    first.records.at(-1)?.['$id']?.value,
  ]).toEqual([500, false, '1', '500']);
  const second = await readPage('devices', { after: 500 });
  expect([second.records.length, second.isLast]).toEqual([1, true]);
  expect(await readPage('devices', { after: 501 })).toEqual({ records: [], isLast: true });
});

// ASVS 1.2.4
test('a value in a query is always a text, even with quotes in it', async () => {
  const hostile = ['"', '\\', '") or $id > "0', "a'b", 'あ／い', '\\" or "'];
  await add([...hostile, 'innocent']);
  for (const serial of hostile) {
    const { records } = await readPage('devices', {
      where: ({ codes }) => anyOf(codes.serialNumber, [serial]),
      fields: ['serialNumber'],
    });
    expect(records.map((record) => record['serialNumber']?.value)).toEqual([serial]);
  }
  expect(
    (await readPage('devices', { where: ({ codes }) => anyOf(codes.serialNumber, hostile) })).records,
  ).toHaveLength(6);
});

test('an app with another number and other field codes: read by the settings', async () => {
  process.env['RECORD_APPS'] = JSON.stringify({ devices: { id: '2', fields: { statusUpdatedAt: '日時' } } });
  await services.kintone.record.addRecord({
    app: '2',
    record: { serialNumber: { value: 'S' }, 日時: { value: '2026-12-01T01:00:00Z' } },
  });
  const { records } = await readPage('devices', { fields: ['statusUpdatedAt'] });
  expect(records).toEqual([expect.objectContaining({ 日時: { type: 'DATETIME', value: '2026-12-01T01:00:00Z' } })]);
  process.env['RECORD_APPS'] = JSON.stringify({ devices: { fields: { serial: 'S' } } });
  await expect(readPage('devices', {})).rejects.toThrow('The app devices has no field "serial"');
});

test.each([
  ['too many requests', kintoneError(429, 'GAIA_TO04')],
  ['a record that is locked', kintoneError(409, 'GAIA_DA02')],
  ['a locked record as some clients met it', kintoneError(400, 'GAIA_RE18')],
  ['a failure of the service', kintoneError(520, 'GAIA_XX00')],
  ['a proxy’s page', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' }],
  ['no response', 'down' as const],
])(
  '%s is tried three times: twice is not noticed, for good the record system is unavailable',
  async (_what, response) => {
    await add(['S']);
    services.operations.length = 0;
    respondWith(response, 2);
    expect((await readPage('devices', {})).records).toHaveLength(1);
    expect(asked()).toBe(3);
    services.operations.length = 0;
    respondWith(response);
    const error = await readPage('devices', {}).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'Unavailable', service: 'records' });
    expect(asked()).toBe(3);
    // The text that a log line may show holds no token.
    expect(
      JSON.stringify(
        Object.getOwnPropertyNames((error as Error).cause ?? {}).map(
          (name) => ((error as Error).cause as Record<string, unknown>)[name],
        ),
      ),
    ).not.toContain('test-token');
  },
);

test('Kintone refuses the content: not tried again, and not an outage', async () => {
  services.operations.length = 0;
  await expect(readPage('devices', { where: () => '(' })).rejects.toMatchObject({
    name: 'KintoneRestAPIError',
    code: 'CB_VA01',
  });
  expect(asked()).toBe(1);
});

test.each([
  [400, 'GAIA_IQ11'],
  [403, 'GAIA_NO01'],
  [403, 'GAIA_AP15'],
  [404, 'GAIA_AP01'],
])('people must correct the app or its rights (%i %s): unavailable, and not tried again', async (status, code) => {
  services.operations.length = 0;
  respondWith(kintoneError(status, code));
  await expect(readPage('devices', {})).rejects.toBeInstanceOf(Misconfigured);
  expect(asked()).toBe(1);
});

test.each([
  [200, 'of a sign-in, to which the address leads'],
  [404, 'of another site at the address'],
  [403, 'of a filter of addresses'],
])('a page instead of JSON (%i, %s): unavailable, until people correct the address', async (status) => {
  respondWith({ status, headers: { 'content-type': 'text/html' }, body: '<html>no JSON</html>' });
  await expect(readPage('devices', {})).rejects.toBeInstanceOf(Misconfigured);
  await expect(countRecords('devices', 1, {})).rejects.toBeInstanceOf(Misconfigured);
});

test('a field that no record shows: the page is refused', async () => {
  await add(['S']);
  process.env['RECORD_APPS'] = JSON.stringify({ devices: { fields: { status: '状態' } } });
  await expect(readPage('devices', {})).rejects.toMatchObject({
    name: 'Unavailable',
    cause: { message: expect.stringContaining('shows no field 状態') },
  });
});

test('a rotated token takes over at once; a wrong one is an outage', async () => {
  await add(['S']);
  await readPage('devices', {});
  const keep = (apiToken: string) =>
    new SecretsManagerClient({}).send(
      new PutSecretValueCommand({
        SecretId: process.env['KINTONE_SECRET_ARN'],
        SecretString: JSON.stringify({ apiToken }),
      }),
    );
  await keep('wrong');
  services.clock.advance(6 * 60_000);
  await expect(readPage('devices', {})).rejects.toMatchObject({ name: 'Unavailable', service: 'records' });
  await keep('another,test-token-1');
  expect((await readPage('devices', {})).records).toHaveLength(1);
});

test('an app in a guest space of a domain with basic authentication: asked for as it must be', async () => {
  const { SecretString = '{}' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: process.env['KINTONE_SECRET_ARN'] }),
  );
  const basicAuth = { username: 'staff', password: 'secret' };
  await new SecretsManagerClient({}).send(
    new PutSecretValueCommand({
      SecretId: process.env['KINTONE_SECRET_ARN'],
      SecretString: JSON.stringify({ ...(JSON.parse(SecretString) as object), basicAuth }),
    }),
  );
  services.clock.advance(6 * 60_000);
  process.env['KINTONE_GUEST_SPACE'] = '7';
  const seen: (string | undefined)[] = [];
  services.inject((service, _, { url, headers }) => {
    if (service === 'records') seen.push(new URL(url, 'http://x').pathname, headers['authorization']);
    return 'pass';
  });
  try {
    await readPage('devices', {}).catch(() => undefined);
  } finally {
    delete process.env['KINTONE_GUEST_SPACE'];
  }
  expect(seen.slice(0, 2)).toEqual(['/k/guest/7/v1/records.json', `Basic ${btoa('staff:secret')}`]);
});

test('the time is up: no request starts', async () => {
  services.operations.length = 0;
  await expect(readPage('devices', { until: clock.now() })).rejects.toMatchObject({
    name: 'Unavailable',
    service: 'records',
  });
  expect(asked()).toBe(0);
});
