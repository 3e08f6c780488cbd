import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
  type RestoreTableToPointInTimeCommandInput,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, QueryCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { StillClock } from '../../platform/index';
import { serveTestTable, type ServedTable } from './testing/serve-test-table';

const clock = new StillClock(Date.UTC(2026, 0, 1));
const minutes = (count: number): void => clock.advance(count * 60_000);
let emulator: ServedTable['emulator'];
let client: ServedTable['client'];
let end: ServedTable['end'];

const recovery = (on: boolean) =>
  client.send(
    new UpdateContinuousBackupsCommand({
      TableName: 'test',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: on },
    }),
  );
const put = (pk: string, value: number, serial?: string) =>
  client.send(new PutCommand({ TableName: 'test', Item: { pk, sk: '-', value, ...(serial && { serial }) } }));
const restore = (more: Partial<RestoreTableToPointInTimeCommandInput> = { UseLatestRestorableTime: true }) =>
  client.send(new RestoreTableToPointInTimeCommand({ SourceTableName: 'test', TargetTableName: 'restored', ...more }));
const valuesOf = async (TableName: string): Promise<Record<string, unknown>> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  return Object.fromEntries(Items.map(({ pk, value }) => [String(pk), value]));
};

beforeEach(async () => {
  ({ emulator, client, end } = await serveTestTable(clock));
});
afterEach(() => end());

test('items were changed, removed and added in every way: another table has them as they were', async () => {
  await put('before recovery', 0);
  await recovery(true);
  await put('a', 1, 'S1');
  await put('b', 1);
  minutes(1);
  const then = new Date(clock.now());
  minutes(1);
  await put('a', 2);
  await client.send(new DeleteCommand({ TableName: 'test', Key: { pk: 'b', sk: '-' } }));
  await client.send(
    new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 'test', Item: { pk: 'c', sk: '-', value: 1 } } }] }),
  );
  minutes(1);
  await client.send(new DeleteCommand({ TableName: 'test', Key: { pk: 'before recovery', sk: '-' } }));
  await put('a', 3);
  minutes(5);
  await restore({ RestoreDateTime: then });
  expect(await valuesOf('restored')).toEqual({ 'before recovery': 0, a: 1, b: 1 });
  expect(await valuesOf('test')).toEqual({ a: 3, c: 1 });
  const { Items } = await client.send(
    new QueryCommand({
      TableName: 'restored',
      IndexName: 'bySerial',
      KeyConditionExpression: 'serial = :serial',
      ExpressionAttributeValues: { ':serial': 'S1' },
    }),
  );
  expect(Items).toEqual([{ pk: 'a', sk: '-', value: 1, serial: 'S1' }]);
});

test('the latest restorable time is five minutes ago: newer changes are not in the restored table', async () => {
  await recovery(true);
  await put('a', 1);
  minutes(5);
  await put('a', 2);
  minutes(4);
  await restore();
  expect(await valuesOf('restored')).toEqual({ a: 1 });
});

test('a restored table lacks expiry, point-in-time recovery and protection, and says what it was made of', async () => {
  await recovery(true);
  const TimeToLiveSpecification = { AttributeName: 'expiresAt', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: 'test', TimeToLiveSpecification }));
  await restore();
  const name = { TableName: 'restored' };
  const { Table } = await client.send(new DescribeTableCommand(name));
  expect(Table).toMatchObject({
    TableStatus: 'ACTIVE',
    DeletionProtectionEnabled: false,
    RestoreSummary: { SourceTableArn: expect.stringMatching(/table\/test$/), RestoreInProgress: false },
  });
  expect((await client.send(new DescribeTimeToLiveCommand(name))).TimeToLiveDescription?.TimeToLiveStatus).toBe(
    'DISABLED',
  );
  const { ContinuousBackupsDescription: backups } = await client.send(new DescribeContinuousBackupsCommand(name));
  expect(backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe('DISABLED');
});

test('what cannot be restored is refused as the service does', async () => {
  const refusal = (more?: Partial<RestoreTableToPointInTimeCommandInput>) =>
    restore(more).then(
      () => 'none',
      (error: Error) => error.name,
    );
  await recovery(true);
  minutes(10);
  expect(await refusal({ SourceTableName: 'none', UseLatestRestorableTime: true })).toBe('TableNotFoundException');
  for (const minute of [-11, -4, 1])
    expect(await refusal({ RestoreDateTime: new Date(clock.now() + minute * 60_000) })).toBe(
      'InvalidRestoreTimeException',
    );
  expect(await refusal({})).toBe('ValidationException');
  expect(await refusal({ BillingModeOverride: 'PROVISIONED', UseLatestRestorableTime: true })).toBe(
    'ValidationException',
  );
});

test('recovery switched off and on again: nothing from before can be restored', async () => {
  await recovery(true);
  await put('a', 1);
  const then = new Date(clock.now());
  minutes(10);
  await recovery(false);
  await recovery(true);
  await expect(restore({ RestoreDateTime: then })).rejects.toMatchObject({ name: 'InvalidRestoreTimeException' });
});

test('after 35 days a change is forgotten', async () => {
  await recovery(true);
  await put('a', 1);
  const then = new Date(clock.now());
  minutes(35 * 24 * 60 + 1);
  await emulator.sweep();
  await expect(restore({ RestoreDateTime: then })).rejects.toMatchObject({ name: 'InvalidRestoreTimeException' });
  await restore();
  expect(await valuesOf('restored')).toEqual({ a: 1 });
});
