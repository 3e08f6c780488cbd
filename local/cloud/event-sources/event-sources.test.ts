import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { join } from 'node:path';
import { startCloud, type RunningCloud } from '../start-cloud';
import { temporaryFolder, writeAssembly, type TestFunction } from '../testing/write-assembly';

const sdkOf = (name: string): string => JSON.stringify(require.resolve(`@aws-sdk/client-${name}`));
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const allow = (Resource: unknown, ...Action: string[]) => ({ Effect: 'Allow', Action, Resource });

/** Keeps the texts of its messages in the order of their arrival; `bad…` fails. */
const worker: TestFunction = {
  statements: [
    allow(arnOf('Tasks'), 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'),
    allow(arnOf('Seen'), 'dynamodb:UpdateItem'),
  ],
  environment: { TABLE: { Ref: 'Seen' } },
  source: `import sdk from ${sdkOf('dynamodb')};
    const client = new sdk.DynamoDBClient({});
    export const handler = async ({ Records }) => {
      for (const { body } of Records) {
        await client.send(new sdk.UpdateItemCommand({
          TableName: process.env.TABLE,
          Key: { pk: { S: 'seen' } },
          UpdateExpression: 'SET bodies = list_append(if_not_exists(bodies, :none), :one)',
          ExpressionAttributeValues: { ':none': { L: [] }, ':one': { L: [{ S: body }] } },
        }));
      }
      const failed = Records.filter(({ body }) => body.startsWith('bad'));
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    };`,
};
const sender: TestFunction = {
  route: 'POST /api/send',
  statements: [allow(arnOf('Tasks'), 'sqs:SendMessage')],
  environment: { QUEUE: { Ref: 'Tasks' } },
  source: `import sdk from ${sdkOf('sqs')};
    const client = new sdk.SQSClient({ maxAttempts: 1 });
    export const handler = async ({ body }) => {
      const { name, purge } = JSON.parse(body);
      const QueueUrl = process.env.QUEUE;
      const command = purge
        ? new sdk.PurgeQueueCommand({ QueueUrl })
        : new sdk.SendMessageCommand({
            QueueUrl, MessageBody: name, MessageGroupId: name.at(-1), MessageDeduplicationId: name });
      return client.send(command).then(() => ({ outcome: 'done' }), (error) => ({ outcome: error.name }));
    };`,
};
const queue = (QueueName: string, more: object = {}) => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName, FifoQueue: true, VisibilityTimeout: 30, SqsManagedSseEnabled: true, ...more },
});
const resources = {
  Seen: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      TableName: 'portal-local-seen',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    },
  },
  Dead: queue('portal-local-tasks-failed.fifo', { MessageRetentionPeriod: 1_209_600 }),
  Tasks: queue('portal-local-tasks.fifo', {
    RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 2 },
  }),
  Mapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: arnOf('Tasks'),
      FunctionName: { Ref: 'workerFunction' },
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    },
  },
};

const folder = temporaryFolder();
const cdkOut = writeAssembly({ worker, sender }, resources);
const start = (options: { dataFolder?: string; cdkOut?: string } = {}): Promise<RunningCloud> =>
  startCloud({
    port: 0,
    dataFolder: join(folder, 'data'),
    cdkOut,
    webFolder: folder,
    log: () => undefined,
    environment: {},
    seed: async () => [],
    ...options,
  });
let cloud: RunningCloud;
beforeAll(async () => void (cloud = await start()), 30_000);
afterAll(() => cloud.close());
beforeEach(() => local('reset', {}));

async function local(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Record<string, unknown>> {
  const response = await fetch(`${cloud.url}/__local/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}
const call = async (body: object): Promise<unknown> =>
  (
    await fetch(`${cloud.url}/api/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();
const send = (name: string) => call({ name });
const advance = (duration: string) => local('clock', { advance: duration });
const depth = async () => ((await local('services'))['queues'] as Record<string, unknown>)['tasks.fifo'];

async function seen(): Promise<(string | undefined)[]> {
  const client = new DynamoDBClient({ endpoint: String((await local('services'))['dynamodb']) });
  const command = new GetItemCommand({ TableName: 'portal-local-seen', Key: { pk: { S: 'seen' } } });
  const { Item } = await client.send(command);
  client.destroy();
  return (Item?.['bodies']?.L ?? []).map(({ S }) => S);
}
/** Resolves when as many messages have been seen. */
async function seeing(count: number): Promise<(string | undefined)[]> {
  const bodies = await seen();
  return bodies.length >= count ? bodies : seeing(count);
}

test('a message is run when it is sent, not when somebody looks, and is then gone', async () => {
  await cloud.close();
  const timers = jest.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined, 0));
  cloud = await start();
  timers.mockRestore();
  expect(await send('one')).toEqual({ outcome: 'done' });
  expect(await seeing(1)).toEqual(['one']);
  await advance('0s');
  expect(await depth()).toEqual({ waiting: 0, inFlight: 0, deadLetters: 0 });
  await cloud.close();
  cloud = await start();
}, 30_000);

test('what fails comes again when the clock says so, holds its group until then, and is given up', async () => {
  await send('bad-a');
  await send('good-a');
  await send('good-b');
  await advance('0s');
  expect(new Set(await seen())).toEqual(new Set(['bad-a', 'good-b']));
  expect(await depth()).toEqual({ waiting: 1, inFlight: 1, deadLetters: 0 });
  await advance('31s');
  expect((await seen()).slice(2)).toEqual(['bad-a']);
  await advance('31s');
  expect((await seen()).slice(3)).toEqual(['good-a']);
  expect(await depth()).toEqual({ waiting: 0, inFlight: 0, deadLetters: 1 });
});

test('messages wait through a restart', async () => {
  await send('bad-a');
  await seeing(1);
  await send('good-a');
  await cloud.close();
  cloud = await start();
  await advance('31s');
  await advance('31s');
  expect(await seen()).toEqual(['bad-a', 'bad-a', 'good-a']);
}, 30_000);

test('SQS is down: nothing is received until it is up', async () => {
  await send('bad-a');
  await seeing(1);
  await local('faults', { service: 'sqs', mode: 'down' });
  expect(await send('more-b')).toEqual({ outcome: expect.stringMatching(/Error/) });
  await advance('31s');
  expect(await seen()).toEqual(['bad-a']);
  await local('faults', { service: 'sqs', mode: 'none' });
  expect(await seeing(2)).toEqual(['bad-a', 'bad-a']);
});

test('a message is delivered twice: it is run twice', async () => {
  await local('faults', { service: 'sqs', mode: 'twice' });
  await send('one');
  await advance('0s');
  expect(await seen()).toEqual(['one', 'one']);
  expect(await depth()).toEqual({ waiting: 0, inFlight: 0, deadLetters: 0 });
});

test('a function may do with a queue what its role allows and nothing else; metrics count it', async () => {
  expect(await call({ purge: true })).toEqual({ outcome: 'AccessDeniedException' });
  await local('metrics', undefined, 'DELETE');
  await send('one');
  await advance('0s');
  expect((await local('metrics'))['upstream']).toMatchObject({
    sqs: { SendMessage: 1, ReceiveMessage: 1, DeleteMessageBatch: 1 },
  });
});

test('a message of any other sender is run too', async () => {
  const { sqs } = await local('services');
  const client = new SQSClient({ endpoint: String(sqs) });
  await client.send(
    new SendMessageCommand({
      QueueUrl: `${String(sqs)}/000000000000/portal-local-tasks.fifo`,
      MessageBody: 'outside',
      MessageGroupId: 'x',
      MessageDeduplicationId: 'x',
    }),
  );
  client.destroy();
  expect(await seeing(1)).toEqual(['outside']);
});

test.each<[string, Partial<TestFunction>, object, string]>([
  ['a role without its permissions', { statements: [] }, resources, 'permissions to call ReceiveMessage'],
  [
    'a function that runs longer than its message is hidden',
    { timeout: 31 },
    resources,
    'Queue visibility timeout: 30 seconds is less than Function timeout: 31 seconds',
  ],
  [
    'a filter',
    {},
    {
      ...resources,
      Mapping: { ...resources.Mapping, Properties: { ...resources.Mapping.Properties, FilterCriteria: {} } },
    },
    'FilterCriteria is not known',
  ],
])('%s is refused by the deployment', async (_, change, declared, reason) => {
  const assembly = writeAssembly({ worker: { ...worker, ...change }, sender }, declared as typeof resources);
  await expect(start({ dataFolder: temporaryFolder(), cdkOut: assembly })).rejects.toThrow(reason);
});
