import { DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SeedContext } from './core/options';
import { startCloud, type RunningCloud, type StartOptions } from './start-cloud';
import { writeSmallPortal } from './testing/small-portal';
import { temporaryFolder, writeAssembly } from './testing/write-assembly';

const folder = temporaryFolder();
const webFolder = join(folder, 'dist');
const cdkOut = writeSmallPortal();
const seed = jest.fn(async ({ portalUrl, inbox: _inbox }: SeedContext) => {
  await fetch(`${portalUrl}/api/count`, { method: 'POST' });
  return [{ as: 'owner' as const, email: 'owner@example.jp', password: 'p' }];
});
const start = (options: Partial<StartOptions> = {}): Promise<RunningCloud> =>
  startCloud({
    port: 0,
    dataFolder: join(folder, 'data'),
    cdkOut,
    webFolder,
    log: () => undefined,
    environment: {},
    seed,
    ...options,
  });

let cloud: RunningCloud;
beforeAll(async () => {
  mkdirSync(webFolder, { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>portal</title>');
  cloud = await start();
}, 30_000);
afterAll(() => cloud.close());

/** `/__local/<path>`: status and JSON. */
async function local(
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<[number, unknown]> {
  const response = await fetch(`${cloud.url}/__local/${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return [response.status, await response.json()];
}
const services = async () =>
  (await local('services'))[1] as Record<
    'dynamodb' | 'cognito' | 'sns' | 'secrets' | 'stripe' | 'postal' | 'userPoolId' | 'userPoolClientId',
    string
  > & { secretArns: Record<string, string>; signIns: unknown };
const clock = async () => (await local('clock'))[1] as { now: string; offset: number };
const metrics = async () =>
  (await local('metrics'))[1] as { upstream: object; lambda: Record<string, { cold: number; warm: number }> };
const count = async (body?: object) =>
  (
    await fetch(`${cloud.url}/api/count`, {
      method: 'POST',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  ).json() as Promise<unknown>;

test('it is ready, and the page and its calls come from one origin', async () => {
  expect(await local('health')).toEqual([200, { ready: true }]);
  expect(await (await fetch(`${cloud.url}/login`, { headers: { accept: 'text/html' } })).text()).toContain(
    '<title>portal</title>',
  );
  expect((await fetch(`${cloud.url}/api/nothing`)).status).toBe(404);
});

test('a function gets its template’s variables with local values, the services’ addresses, and no more', async () => {
  const { stripe, dynamodb, cognito, sns, secrets, userPoolId, secretArns } = await services();
  const { name, env } = (await (await fetch(`${cloud.url}/api/hello/${encodeURIComponent('あ')}`)).json()) as {
    name: string;
    env: Record<string, string>;
  };
  expect(name).toBe('あ');
  expect(env).toMatchObject({
    PORTAL_ORIGIN: cloud.url,
    TABLE: 'portal-local-users',
    POOL: userPoolId,
    STRIPE_API_BASE: stripe,
    STRIPE_SECRET_ARN: secretArns['stripe'],
    AWS_REGION: 'ap-northeast-1',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito,
    AWS_ENDPOINT_URL_SNS: sns,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets,
    AWS_LAMBDA_FUNCTION_NAME: 'portal-local-hello',
  });
  for (const absent of ['HOME', 'PATH', 'POSTAL_LOOKUP_URL', 'STRIPE_PUBLISHABLE_KEY'])
    expect(env).not.toHaveProperty(absent);
});

test('services returns addresses, ids and sign-ins', async () => {
  expect(await local('services')).toEqual([
    200,
    expect.objectContaining({
      ...Object.fromEntries(
        ['dynamodb', 'cognito', 'sns', 'ses', 'secrets', 'stripe', 'records', 'postal'].map((name) => [
          name,
          expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        ]),
      ),
      region: 'ap-northeast-1',
      tables: { users: 'portal-local-users' },
      userPoolId: expect.stringMatching(/^ap-northeast-1_/),
      userPoolClientId: expect.any(String),
      topicArn: 'arn:aws:sns:ap-northeast-1:000000000000:portal-local-staff',
      signIns: [{ as: 'owner', email: 'owner@example.jp', password: 'p' }],
    }),
  ]);
});

test('the resources of the templates exist on the services', async () => {
  const { dynamodb, postal } = await services();
  const client = new DynamoDBClient({ endpoint: dynamodb, region: 'ap-northeast-1' });
  const { TimeToLiveDescription } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: 'portal-local-users' }),
  );
  expect(TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
  client.destroy();
  expect(await (await fetch(`${postal}?zipcode=1070062`)).json()).toMatchObject({
    status: 200,
    results: [expect.objectContaining({ address1: '東京都' })],
  });
});

test('a function may do what its role allows and nothing else', async () => {
  expect(await count()).toEqual({ n: expect.any(Number) });
  expect(await count({ use: 'get' })).toEqual({ outcome: 'AccessDeniedException' });
});

test('metrics count operations and runs by the names of the stage', async () => {
  await local('metrics', undefined, 'DELETE');
  await count();
  await count();
  const counted = await metrics();
  expect(counted).toEqual({
    upstream: { dynamodb: { UpdateItem: 2 } },
    succeeded: ['count', 'hello'],
    lambda: {
      count: {
        cold: expect.any(Number),
        warm: expect.any(Number),
        p50Ms: expect.any(Number),
        p99Ms: expect.any(Number),
      },
    },
  });
  expect(Object.values(counted.lambda).map(({ cold, warm }) => cold + warm)).toEqual([2]);
});

test('a fault: functions meet it until it is removed', async () => {
  expect(await local('faults', { service: 'dynamodb', mode: 'rate-limited' })).toEqual([
    200,
    [{ service: 'dynamodb', mode: 'rate-limited' }],
  ]);
  expect(await count()).toEqual({ message: 'Internal Server Error' });
  expect(await local('faults', { service: 'dynamodb', mode: 'none' })).toEqual([200, []]);
  expect(await count()).toEqual({ n: expect.any(Number) });
});

test('the clock is advanced: functions and schedules follow, and it stays there', async () => {
  const before = await clock();
  await local('metrics', undefined, 'DELETE');
  expect((await local('clock', { advance: '1d12h' }))[0]).toBe(200);
  const after = await clock();
  expect(after.offset - before.offset).toBe(36 * 3_600_000);
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(36 * 3_600_000);
  expect((await metrics()).lambda['tidy']).toMatchObject({ cold: 1, warm: 0 });
  const { now } = (await (await fetch(`${cloud.url}/api/hello/x`)).json()) as { now: number };
  expect(Math.abs(now - Date.now() - after.offset)).toBeLessThan(5000);
});

test('a schedule is run by its name in the stage', async () => {
  expect(await local('schedule/tidy', {})).toEqual([
    200,
    { name: 'tidy', ms: expect.any(Number), result: { ran: 'Scheduled Event' } },
  ]);
  expect(await local('schedule/nothing', {})).toEqual([404, { message: expect.stringContaining('there are tidy') }]);
});

test.each([
  ['clock', { advance: '-1d' }],
  ['clock', { advance: 36 }],
  ['clock', {}],
  ['clock', '{'],
  ['clock', '[]'],
  ['clock', { advance: '4000d' }],
  ['faults', { service: 'nothing', mode: 'down' }],
  ['faults', { service: 'stripe', mode: 'broken' }],
  ['faults', { service: 'stripe', mode: 'slow', ms: -1 }],
  ['faults', { service: 'stripe', mode: 'flaky', every: 0 }],
  ['faults', { service: 'stripe', mode: 'down', more: 1 }],
  ['faults', { service: 'stripe', mode: 'partial' }],
])('/__local/%s refuses %j with a sentence', async (path, body) => {
  expect(await local(path, body)).toEqual([400, { message: expect.stringMatching(/\.$/) }]);
});

test('/__local: unknown names and wrong methods are refused with what exists', async () => {
  expect((await local('nothing'))[0]).toBe(404);
  expect((await local('reset'))[0]).toBe(405);
  expect(await local('inbox?to=nobody@example.jp')).toEqual([200, []]);
  expect(await (await fetch(`${cloud.url}/__local/`)).text()).toContain('<html lang="ja">');
});

test('a foreign page or a rebound name: refused by every tool', async () => {
  const statusFor = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${cloud.url}/__local/services`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
  expect(await statusFor({})).toBe(200);
  expect(await statusFor({ host: 'rebound.example:3000' })).toBe(403);
  expect(await statusFor({ origin: 'https://elsewhere.example' })).toBe(403);
});

test('a second portal with the same folder or the same port: refused in one sentence', async () => {
  await expect(start()).rejects.toThrow(/data folder .* is in use by another running portal/);
  const blocker = createServer();
  const port = await new Promise<number>(
    (resolve) => void blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as AddressInfo).port)),
  );
  await expect(start({ port, dataFolder: join(folder, 'other') })).rejects.toThrow(
    `Port ${port} is in use by another program; choose another one: PORT=${port + 1} npm start`,
  );
  await new Promise((resolve) => blocker.close(resolve));
});

test('after a restart: data, ids, clock and sign-ins are still there; the seed does not run again', async () => {
  const before = await services();
  const { offset } = await clock();
  const { n } = (await count()) as { n: number };
  await cloud.close();
  cloud = await start();
  const after = await services();
  expect([after.userPoolId, after.userPoolClientId, after.secretArns, after.signIns]).toEqual([
    before.userPoolId,
    before.userPoolClientId,
    before.secretArns,
    before.signIns,
  ]);
  expect((await clock()).offset).toBe(offset);
  expect(await count()).toEqual({ n: n + 1 });
  expect(seed).toHaveBeenCalledTimes(1);
}, 30_000);

test('a reset: data, clock and faults are those of the seed', async () => {
  await local('faults', { service: 'dynamodb', mode: 'down' });
  expect(await local('reset', {})).toEqual([200, { ready: true }]);
  expect(seed).toHaveBeenCalledTimes(2);
  expect(await local('faults')).toEqual([200, []]);
  expect((await clock()).offset).toBe(0);
  expect(await count()).toEqual({ n: 2 });
}, 30_000);

test('the output of functions is in their log', async () => {
  expect(existsSync(join(folder, 'data', 'logs'))).toBe(true);
  expect(readFileSync(join(folder, 'data', 'logs', 'gateway.log'), 'utf8')).toMatch(/POST \/api\/count 200/);
});

test('an unknown resource type: an error that names it', async () => {
  const unknown = writeAssembly({}, { Server: { Type: 'AWS::EC2::Instance' } });
  await expect(start({ dataFolder: join(folder, 'unknown'), cdkOut: unknown })).rejects.toThrow(
    'Portal-test/Server (AWS::EC2::Instance): the local cloud does not know this resource type',
  );
});

test('the variable of an SDK: another server replaces the embedded service', async () => {
  const { dynamodb } = await services();
  const { n } = (await count()) as { n: number };
  const second = await start({
    dataFolder: join(folder, 'outside'),
    environment: { AWS_ENDPOINT_URL_DYNAMODB: dynamodb },
    seed: async () => [],
  });
  expect(await (await fetch(`${second.url}/__local/services`)).json()).toMatchObject({ dynamodb });
  expect(await (await fetch(`${second.url}/api/count`, { method: 'POST' })).json()).toEqual({ n: n + 1 });
  await second.close();
  expect(await count()).toEqual({ n: n + 2 });
}, 30_000);

test('a start was killed in the middle of the seed: the next one begins again', async () => {
  const dataFolder = join(folder, 'killed');
  await expect(start({ dataFolder, seed: async () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed');
  appendFileSync(join(dataFolder, 'inbox.journal'), '{"id":');
  const second = await start({ dataFolder });
  expect(second.signIns).toHaveLength(1);
  await second.close();
}, 30_000);
