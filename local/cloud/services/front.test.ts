import { CognitoIdentityProviderClient, AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { BatchGetItemCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { request } from 'node:http';
import { join } from 'node:path';
import Stripe from 'stripe';
import { type Emulator, serve, type Served, StillClock } from '#emulators/platform';
import { AccessControl, credentialsOf, type Credentials } from '../access/access-control';
import { nothingDeployed } from '../deployed/deployed';
import { temporaryFolder } from '../testing/write-assembly';
import { Faults, type Fault } from './faults';
import { frontOf } from './front';
import { UpstreamMetrics } from './metrics';
import { services, type EmulatorContext, type ServiceName } from '../../services/services';

const tableArn = 'arn:aws:dynamodb:ap-northeast-1:000000000000:table/users';
const target = {
  name: 'portal-local-login',
  arn: 'arn:login',
  folder: '',
  handler: '',
  timeoutMs: 0,
  memoryMb: 0,
  environment: {},
  roleArn: 'arn:aws:iam::000000000000:role/login-role',
};
const reported: string[] = [];
const access = new AccessControl((name, line) => reported.push(`${name} ${line}`));
access.use({
  ...nothingDeployed('ap-northeast-1', '000000000000'),
  functions: new Map([[target.arn, target]]),
  statements: new Map([['login-role', [{ effect: 'Allow', actions: ['dynamodb:GetItem'], resources: [tableArn] }]]]),
  arns: new Map([
    ['users', tableArn],
    ['others', `${tableArn}-others`],
  ]),
});

const faults = new Faults();
const metrics = new UpstreamMetrics();
const served: Served[] = [];
const emulators: Emulator[] = [];
beforeEach(() => {
  faults.clear();
  metrics.clear();
});
afterAll(async () => void (await Promise.all([...served, ...emulators].map((one) => one.close()))));

const context: EmulatorContext = {
  clock: new StillClock(0),
  path: (...parts) => join(temporaryFolder(), ...parts),
  outbox: async () => undefined,
  invokeTrigger: async () => undefined,
  stripe: {
    secretKey: 'sk_test_local',
    publishableKey: 'pk_test_local',
    webhook: () => undefined,
    publicUrl: () => '',
    pagesUrl: () => '',
    testClock: { advance: () => undefined },
  },
  secretOf: () => undefined,
};

/** An emulator that responds to everything with `{}`, behind its front. */
async function start(service: ServiceName): Promise<string> {
  const created: Emulator = await services[service].create(context);
  const emulator = Object.assign(created, {
    respond: async () => ({
      status: 200,
      headers: { 'content-type': service === 'sns' ? 'text/xml' : 'application/json' },
      body: service === 'sns' ? '<PublishResponse><PublishResult/></PublishResponse>' : '{}',
    }),
  });
  const one = await serve(emulator, { intercept: frontOf(service, emulator, { access, faults, metrics }) });
  emulators.push(emulator);
  served.push(one);
  return one.url;
}

const settings = (endpoint: string, credentials: Credentials = { accessKeyId: 'tool', secretAccessKey: 'tool' }) => ({
  endpoint,
  credentials,
  region: 'ap-northeast-1',
  maxAttempts: 1,
});
const getItem = (endpoint: string, credentials?: Credentials, TableName = 'users') =>
  new DynamoDBClient(settings(endpoint, credentials)).send(new GetItemCommand({ TableName, Key: {} }));

describe('permissions', () => {
  const own = credentialsOf(target.name);

  test('a function may do what its role allows; anything else is refused with the service’s own error', async () => {
    const url = await start('dynamodb');
    await expect(getItem(url, own)).resolves.toBeDefined();
    await expect(getItem(url, own, 'others')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(
        'assumed-role/login-role/portal-local-login is not authorized to perform: dynamodb:GetItem on resource: ' +
          'arn:aws:dynamodb:ap-northeast-1:000000000000:table/users-others',
      ),
    });
    expect(reported.at(-1)).toMatch(/^portal-local-login AccessDenied/);
  });

  test('each AWS service refuses in its own protocol', async () => {
    const cognito = new CognitoIdentityProviderClient(settings(await start('cognito'), own));
    await expect(cognito.send(new AdminGetUserCommand({ UserPoolId: 'pool', Username: 'a' }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    const secrets = new SecretsManagerClient(settings(await start('secrets'), own));
    await expect(secrets.send(new GetSecretValueCommand({ SecretId: 'stripe' }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    const sns = new SNSClient(settings(await start('sns'), own));
    await expect(sns.send(new PublishCommand({ TopicArn: 'arn:staff', Message: 'x' }))).rejects.toMatchObject({
      name: 'AuthorizationErrorException',
    });
  });

  test('callers that are not functions may do everything', async () => {
    await expect(getItem(await start('dynamodb'), undefined, 'others')).resolves.toBeDefined();
  });
});

describe('faults', () => {
  const set = (fault: Omit<Fault, 'service'>) => faults.set({ service: 'dynamodb', ...fault });

  test('down: hangs up; none: responds again', async () => {
    const url = await start('dynamodb');
    set({ mode: 'down' });
    await expect(getItem(url)).rejects.toThrow(/socket hang up|ECONNRESET/);
    set({ mode: 'none' });
    await expect(getItem(url)).resolves.toBeDefined();
  });

  test('rate-limited: each service’s own throttling error', async () => {
    const url = await start('dynamodb');
    set({ mode: 'rate-limited' });
    await expect(getItem(url)).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    const cognito = new CognitoIdentityProviderClient(settings(await start('cognito')));
    faults.set({ service: 'cognito', mode: 'rate-limited' });
    await expect(cognito.send(new AdminGetUserCommand({ UserPoolId: 'pool', Username: 'a' }))).rejects.toMatchObject({
      name: 'TooManyRequestsException',
    });
    const sns = new SNSClient(settings(await start('sns')));
    faults.set({ service: 'sns', mode: 'rate-limited' });
    await expect(sns.send(new PublishCommand({ TopicArn: 'arn:staff', Message: 'x' }))).rejects.toMatchObject({
      name: 'ThrottledException',
    });
    const { hostname, port } = new URL(await start('stripe'));
    faults.set({ service: 'stripe', mode: 'rate-limited' });
    const stripe = new Stripe('sk_test_local', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
    await expect(stripe.customers.retrieve('cus_1')).rejects.toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
    });
    faults.set({ service: 'records', mode: 'rate-limited' });
    expect((await fetch(await start('records'))).status).toBe(429);
    faults.set({ service: 'postal', mode: 'rate-limited' });
    expect((await fetch(await start('postal'))).status).toBe(429);
  });

  test('flaky: every n-th request fails with the service’s own error', async () => {
    const url = await start('dynamodb');
    set({ mode: 'flaky', every: 3 });
    const outcomes: string[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      outcomes.push(
        await getItem(url).then(
          () => 'answered',
          (error: Error) => error.name,
        ),
      );
    expect(outcomes).toEqual([
      'answered',
      'answered',
      'InternalServerError',
      'answered',
      'answered',
      'InternalServerError',
    ]);
  });

  test('slow: responds later', async () => {
    const url = await start('dynamodb');
    set({ mode: 'slow', ms: 60 });
    const startedAt = performance.now();
    await getItem(url);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59);
  });

  test('partial: half of a batch is left out and named; a request that is no batch passes', async () => {
    const url = await start('dynamodb');
    set({ mode: 'partial' });
    const Keys = ['a', 'b', 'c'].map((pk) => ({ pk: { S: pk } }));
    const batch = new BatchGetItemCommand({ RequestItems: { users: { Keys } } });
    const { UnprocessedKeys } = await new DynamoDBClient(settings(url)).send(batch);
    expect(UnprocessedKeys).toEqual({ users: { Keys: Keys.slice(2) } });
    await expect(getItem(url)).resolves.toBeDefined();
  });

  test('a fault of one service: the others work', async () => {
    faults.set({ service: 'cognito', mode: 'down' });
    await expect(getItem(await start('dynamodb'))).resolves.toBeDefined();
  });
});

test('every operation is counted by its name, also failed ones', async () => {
  const url = await start('dynamodb');
  await getItem(url);
  faults.set({ service: 'dynamodb', mode: 'down' });
  await getItem(url).catch(() => undefined);
  expect(metrics.read()).toEqual({ dynamodb: { GetItem: 2 } });
});

test('a foreign page or a rebound name: refused by every service', async () => {
  const url = new URL(await start('stripe'));
  const statusFor = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: url.hostname, port: url.port, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
  expect(await statusFor({})).toBe(200);
  expect(await statusFor({ origin: 'http://localhost:3000' })).toBe(200);
  expect(await statusFor({ host: 'rebound.example' })).toBe(403);
  expect(await statusFor({ origin: 'https://elsewhere.example' })).toBe(403);
  expect(await statusFor({ origin: 'null' })).toBe(403);
});
