import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ListTablesCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { StillClock } from '../../platform/index';
import { createTestTable } from './testing/create-test-table';
import { serveTestTable, type ServedTable } from './testing/serve-test-table';

const clock = new StillClock(Date.UTC(2026, 0, 1));
let client: ServedTable['client'];
let end: ServedTable['end'];

beforeEach(async () => {
  ({ client, end } = await serveTestTable(clock));
});
afterEach(() => end());

it('a new table can be used at once; creating it again is refused', async () => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'test' }));
  expect(Table).toMatchObject({
    TableStatus: 'ACTIVE',
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    DeletionProtectionEnabled: false,
  });
  expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'bySerial', IndexStatus: 'ACTIVE' }]);
  expect(Table?.TableArn).toMatch(/^arn:aws:dynamodb:ap-northeast-1:\d{12}:table\/test$/);
  await expect(createTestTable(client)).rejects.toMatchObject({ name: 'ResourceInUseException' });
});

it('deleting a table removes its items and none of another table’s', async () => {
  await createTestTable(client, 'test-2');
  for (const TableName of ['test', 'test-2'])
    await client.send(new PutCommand({ TableName, Item: { pk: 'a', sk: '-', serial: 'S' } }));
  await client.send(new DeleteTableCommand({ TableName: 'test' }));
  await expect(client.send(new DescribeTableCommand({ TableName: 'test' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['test-2']);
  await createTestTable(client);
  const count = async (TableName: string, IndexName?: string) =>
    (await client.send(new ScanCommand({ TableName, ...(IndexName && { IndexName }) }))).Count;
  expect([
    await count('test'),
    await count('test', 'bySerial'),
    await count('test-2'),
    await count('test-2', 'bySerial'),
  ]).toEqual([0, 0, 1, 1]);
});

it('a protected table cannot be deleted until its protection is switched off', async () => {
  await createTestTable(client, 'kept');
  await client.send(new UpdateTableCommand({ TableName: 'kept', DeletionProtectionEnabled: true }));
  await expect(client.send(new DeleteTableCommand({ TableName: 'kept' }))).rejects.toMatchObject({
    name: 'ValidationException',
  });
  await client.send(new UpdateTableCommand({ TableName: 'kept', DeletionProtectionEnabled: false }));
  await client.send(new DeleteTableCommand({ TableName: 'kept' }));
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['test']);
});

it('point-in-time recovery is off at first; once switched on, it is described as on', async () => {
  const describe = async () =>
    (await client.send(new DescribeContinuousBackupsCommand({ TableName: 'test' }))).ContinuousBackupsDescription
      ?.PointInTimeRecoveryDescription;
  expect(await describe()).toEqual({ PointInTimeRecoveryStatus: 'DISABLED' });
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName: 'test',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  expect(await describe()).toMatchObject({
    PointInTimeRecoveryStatus: 'ENABLED',
    RecoveryPeriodInDays: 35,
    EarliestRestorableDateTime: new Date(clock.now()),
  });
  await expect(client.send(new DescribeContinuousBackupsCommand({ TableName: 'none' }))).rejects.toMatchObject({
    name: 'TableNotFoundException',
  });
});
