import {
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ExecuteTransactionCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve, type Served, StillClock } from '../../platform/index';
import { createDynamoDbEmulator, type DynamoDbEmulator } from './create-dynamodb-emulator';
import { createTestTable } from './testing/create-test-table';

const start = Date.UTC(2026, 0, 1);
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const clock = new StillClock(start);
let emulator: DynamoDbEmulator;
let served: Served;
let client: DynamoDBDocumentClient;

beforeEach(async () => {
  clock.advance(start - clock.now());
  emulator = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  served = await serve(emulator);
  client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: served.url, maxAttempts: 1 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  await createTestTable(client);
});

afterEach(async () => {
  client.destroy();
  await served.close();
  await emulator.close();
});

const put = (item: Record<string, unknown>) => client.send(new PutCommand({ TableName: 'test', Item: item }));
const get = async (pk: string, sk = '-') =>
  (await client.send(new GetCommand({ TableName: 'test', Key: { pk, sk }, ConsistentRead: true }))).Item;

describe('expiry', () => {
  it('expired items and their index entries stay until the sweep, which removes them', async () => {
    await put({ pk: 'before', sk: '-', serial: 'S', expiresAt: seconds(start) + 60 });
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: 'test',
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      }),
    );
    await put({ pk: 'after', sk: '-', expiresAt: seconds(start) + 120 });
    await put({ pk: 'text', sk: '-', expiresAt: 'soon' });
    await put({ pk: 'ancient', sk: '-', expiresAt: 1 });
    clock.advance(61_000);
    expect(await get('before')).toBeDefined();
    await emulator.sweep();
    expect(await get('before')).toBeUndefined();
    expect((await client.send(new ScanCommand({ TableName: 'test', IndexName: 'bySerial' }))).Count).toBe(0);
    clock.advance(60_000);
    await emulator.sweep();
    expect(
      (await client.send(new ScanCommand({ TableName: 'test' }))).Items?.map((item) => item['pk']).toSorted(),
    ).toEqual(['ancient', 'text']);
  });

  it('an item whose expiry was moved later survives the sweep', async () => {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: 'test',
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      }),
    );
    await put({ pk: 'a', sk: '-', expiresAt: seconds(start) + 60 });
    await put({ pk: 'a', sk: '-', expiresAt: seconds(start) + 600 });
    clock.advance(61_000);
    await emulator.sweep();
    expect(await get('a')).toBeDefined();
  });

  it('the setting is described; setting it a second time is refused', async () => {
    expect((await client.send(new DescribeTimeToLiveCommand({ TableName: 'test' }))).TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'DISABLED',
    });
    const enable = new UpdateTimeToLiveCommand({
      TableName: 'test',
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
    await client.send(enable);
    expect((await client.send(new DescribeTimeToLiveCommand({ TableName: 'test' }))).TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'expiresAt',
    });
    await expect(client.send(enable)).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'TimeToLive is already enabled',
    });
  });
});

describe('the wire', () => {
  it('every response carries a request id and the checksum of its body', async () => {
    const response = await emulator.respond({
      method: 'POST',
      url: '/',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables', authorization: 'AWS4-HMAC-SHA256 …' },
      body: Buffer.from('{}'),
    });
    expect(response.body).toBe('{"TableNames":["test"]}');
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-crc32': '1149906437',
      'x-amzn-requestid': expect.stringMatching(/^[0-9A-F]{52}$/),
    });
  });

  it('an operation or member that is not supported is refused by its name', async () => {
    await expect(
      client.send(new ExecuteTransactionCommand({ TransactStatements: [{ Statement: 'x' }] })),
    ).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'ExecuteTransaction (PartiQL) is not supported by this emulator',
    });
    const index = {
      IndexName: 'late',
      KeySchema: [{ AttributeName: 'late', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    };
    await expect(
      client.send(
        new UpdateTableCommand({
          TableName: 'test',
          AttributeDefinitions: [{ AttributeName: 'late', AttributeType: 'S' }],
          GlobalSecondaryIndexUpdates: [{ Create: index }],
        }),
      ),
    ).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('not supported by this emulator'),
    });
  });

  it('an unsigned request and a body that is not JSON are refused', async () => {
    const request = {
      method: 'POST',
      url: '/',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: Buffer.from('{}'),
    };
    expect(await emulator.respond(request)).toMatchObject({
      status: 400,
      body: expect.stringContaining('MissingAuthenticationTokenException'),
    });
    const broken = {
      ...request,
      headers: { ...request.headers, authorization: 'AWS4-HMAC-SHA256 …' },
      body: Buffer.from('{'),
    };
    expect(await emulator.respond(broken)).toMatchObject({
      status: 400,
      body: expect.stringContaining('SerializationException'),
    });
  });

  it('a client hangs up in the middle of its body: later requests still work', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(served.port, '127.0.0.1', () => {
        socket.write(
          'POST / HTTP/1.1\r\nhost: x\r\nx-amz-target: DynamoDB_20120810.PutItem\r\n' +
            'content-length: 500\r\n\r\n{"TableName"',
        );
        socket.once('close', () => resolve());
        setImmediate(() => socket.destroy());
      });
    });
    await wait(0);
    await put({ pk: 'still', sk: '-' });
    expect(await get('still')).toBeDefined();
  });

  it('after a reset no table is left', async () => {
    await put({ pk: 'a', sk: '-' });
    await emulator.reset();
    await expect(get('a')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await createTestTable(client);
    expect(await get('a')).toBeUndefined();
  });

  it('after a reset kept tables are left, without items', async () => {
    await emulator.keepTables();
    await put({ pk: 'a', sk: '-' });
    for (let resets = 0; resets < 2; resets += 1) await emulator.reset();
    expect(await get('a')).toBeUndefined();
    await put({ pk: 'b', sk: '-' });
    expect(await get('b')).toBeDefined();
  });
});
