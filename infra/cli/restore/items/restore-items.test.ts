import timers from 'node:timers/promises';
import {
  DeleteTableCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as deviceKeys from '../../../../functions/adapters/devices-table/keys';
import * as userKeys from '../../../../functions/adapters/users-table/keys';
import { addAuditRecord } from '../../../../functions/adapters/audit-table/records';
import { readBytes } from '../../../../functions/adapters/documents/archive';
import { readPartition } from '../../../../functions/adapters/users-table/read-partition';
import { startArchive } from '../../../../functions/testing/archive';
import { walk, type Section } from '../../../../functions/testing/runbook';
import { wordsOf } from '../../../../functions/testing/aws-command';
import { giveShop } from '../../../../functions/testing/shops';
import { signInOwner } from '../../../../functions/testing/sign-in-owner';
import { testServices } from '../../../../functions/testing/test-services';
import { StillClock } from '../../../../local/clock';
import { createDynamoDbEmulator } from '../../../../local/dynamodb/create-dynamodb-emulator';
import { createTable, startServices } from '../../../../local/testing/functions';
import { leftOut } from './left-out';
import { restoreItems } from './restore-items';

const tables = {
  USERS_TABLE: 'portal-example-users',
  DEVICES_TABLE: 'portal-example-devices',
  AUDIT_TABLE: 'portal-example-audit',
  DOCUMENTS_TABLE: 'portal-example-documents',
} as const;
const archive = 'portal-example-documents-111122223333';

const services = testServices(async () => {
  const clock = new StillClock(Date.parse('2026-11-22T03:00:00Z'));
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  const dynamodb = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  const s3 = await startArchive(clock);
  const served = await startServices({ dynamodb, s3 });
  return {
    ...served,
    clock,
    async startAfresh() {
      await Promise.all([dynamodb.reset(), s3.reset()]);
      clock.advance(Date.parse('2026-11-22T03:00:00Z') - clock.now());
      const client = new DynamoDBClient({});
      for (const [variable, TableName] of Object.entries(tables)) {
        await createTable(variable as keyof typeof tables, TableName);
        const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
        await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
      }
      process.env['DOCUMENTS_BUCKET'] = archive;
      const objects = new S3Client({});
      await objects.send(new CreateBucketCommand({ Bucket: archive }));
      const VersioningConfiguration = { Status: 'Enabled' as const };
      await objects.send(new PutBucketVersioningCommand({ Bucket: archive, VersioningConfiguration }));
    },
  };
});

const documents = () => DynamoDBDocumentClient.from(new DynamoDBClient({}));
const put = (TableName: string, Item: Record<string, unknown>) => documents().send(new PutCommand({ TableName, Item }));

/** Deletes every item of a partition, as a person's slip would. */
async function lose(TableName: string, pk: string): Promise<void> {
  const keys = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  const { Items = [] } = await documents().send(new QueryCommand({ TableName, ...keys }));
  for (const { sk } of Items) await documents().send(new DeleteCommand({ TableName, Key: { pk, sk: String(sk) } }));
}

/** The first restorable evening of the documented command: 19:00 UTC on 22 November is 04:00 in Japan. */
async function restoreTable(section: Section, table: string): Promise<void> {
  const values = { STAGE: 'example', 'example-users': `example-${table}` };
  const until = Date.parse('2026-11-22T19:10:00Z') - services.clock.now();
  if (until > 0) services.clock.advance(until);
  const range = await section.run('aws dynamodb describe-continuous-backups', values);
  expect(range['ContinuousBackupsDescription']).toMatchObject({
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
  });
  await section.run('aws dynamodb restore-table-to-point-in-time', values);
}

/** Runs the documented `npm run restore-items`, with or without its `--yes`; returns what it says. */
async function restore(section: Section, table: string, ...more: string[]): Promise<string> {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const beginning = 'npm run restore-items -- --stage STAGE --table users --from portal-STAGE-users-restored';
  const command = section.command(beginning).replaceAll('users', table).replaceAll('STAGE', 'example');
  try {
    await restoreItems([...wordsOf(command).slice(4), ...more]);
  } finally {
    log.mockRestore();
  }
  return lines.join('\n');
}

walk('Restoring data', 'a user’s items were deleted: they have name and shops again, and sign in', async (section) => {
  const { userId } = await signInOwner();
  await giveShop(userId, 'cus_1');
  services.clock.advance(3_600_000 * 16.1); // 19:06 UTC, after the time of the documented command
  await giveShop(userId, 'cus_later');
  await lose(tables.USERS_TABLE, `USER#${userId}`);
  await restoreTable(section, 'users');
  const listed = await restore(section, 'users');
  expect(listed).toContain(`USER#${userId} / PROFILE`);
  expect(listed).toContain('Nothing was changed.');
  expect((await readPartition(userId, 'ownership')).profile).toBeUndefined();
  expect(await restore(section, 'users', '--yes')).toContain('2 items were copied.');
  expect(await restore(section, 'users', section.says('--yes'))).toContain('0 items were copied.');
  const { profile, shops, sessions } = await readPartition(userId, 'ownership');
  expect(profile).toMatchObject({ userId, username: '山田' });
  expect(shops.map(({ customerId }) => customerId)).toEqual(['cus_1']);
  expect(sessions).toEqual([]);
  await section.run('aws dynamodb delete-table', { STAGE: 'example' });
});

walk('Restoring data', 'DynamoDB leaves reads out under load: nothing is taken for missing', async (section) => {
  const there = Array.from({ length: 9 }, (_, index) => `USER#there-${index}`);
  for (const pk of [...there, 'USER#lost']) await put(tables.USERS_TABLE, { pk, sk: 'LEDGER', trials: ['a'] });
  services.clock.advance(3_600_000 * 16.1);
  await lose(tables.USERS_TABLE, 'USER#lost');
  await restoreTable(section, 'users');
  const pauses = jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
  services.inject((_service, operation) => (operation === 'BatchGetItem' ? 'partial' : 'pass'));
  try {
    const listed = await restore(section, 'users');
    expect(listed).toContain('USER#lost / LEDGER');
    expect(there.filter((pk) => listed.includes(pk))).toEqual([]);
    expect(pauses.mock.calls).toEqual([[50], [100], [200]]);
  } finally {
    services.clearFaults();
    pauses.mockRestore();
  }
});

walk('Restoring data', 'items that are newer stay, unless a partition is named and overwritten', async (section) => {
  const [spoilt, other] = ['USER#spoilt', 'USER#other'];
  for (const pk of [spoilt, other]) await put(tables.USERS_TABLE, { pk, sk: 'LEDGER', trials: ['a'] });
  services.clock.advance(3_600_000 * 16.1);
  for (const pk of [spoilt, other]) await put(tables.USERS_TABLE, { pk, sk: 'LEDGER', trials: ['b'] });
  await restoreTable(section, 'users');
  expect(await restore(section, 'users', '--yes')).toContain('0 items were copied.');
  section.says('add `--partition` with its name and `--overwrite`');
  const said = await restore(section, 'users', '--partition', spoilt, '--overwrite', '--yes');
  expect(said).toContain('1 items were copied.');
  const { Items = [] } = await documents().send(new ScanCommand({ TableName: tables.USERS_TABLE }));
  expect(Object.fromEntries(Items.map(({ pk, trials }) => [String(pk), trials]))).toEqual({
    [spoilt]: ['a'],
    [other]: ['b'],
  });
});

walk('Restoring data', 'accounts and shops deleted on purpose stay deleted, work stays done', async (section) => {
  const [gone, kept] = [await signInOwner('gone@example.jp'), await signInOwner('kept@example.jp')];
  await giveShop(gone.userId, 'cus_gone');
  await giveShop(kept.userId, 'cus_closed');
  await put(tables.USERS_TABLE, { pk: 'UNFINISHED', sk: 'deletion#1' });
  services.clock.advance(3_600_000 * 16.1);
  const by = { by: '-', address: '-', userAgent: '-' };
  await addAuditRecord({ event: 'account-deleted', userId: gone.userId, ...by });
  await addAuditRecord({ event: 'shop-deleted', userId: kept.userId, customerId: 'cus_closed', ...by });
  const lost = [`USER#${gone.userId}`, `USER#${kept.userId}`, 'CUSTOMER#cus_gone', 'CUSTOMER#cus_closed', 'UNFINISHED'];
  for (const pk of lost) await lose(tables.USERS_TABLE, pk);
  await restoreTable(section, 'users');
  await restore(section, 'users', '--yes');
  const { Items = [] } = await documents().send(new ScanCommand({ TableName: tables.USERS_TABLE }));
  expect(Items.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([`USER#${kept.userId} PROFILE`]);
  const [, also = ''] = /(--also \w+)/.exec(section.says('add `--also UNFINISHED`')) ?? [];
  expect(await restore(section, 'users', ...also.split(' '), '--yes')).toContain('1 items were copied.');
});

walk('Restoring data', 'the audit record and the rows of documents lost items: they are back', async (section) => {
  const by = { by: '-', address: '-', userAgent: '-' };
  await addAuditRecord({ event: 'account-deleted', userId: 'a', ...by });
  await put(tables.DOCUMENTS_TABLE, { pk: 'USER#a', sk: 'DOCUMENT#in_1', expiresAt: 2_000_000_000 });
  await put(tables.DOCUMENTS_TABLE, { pk: 'USER#a', sk: 'DOCUMENT#in_old', expiresAt: 1_700_000_000 });
  await put(tables.DEVICES_TABLE, { pk: 'DEVICE#RVZ-1', sk: 'RECORD' });
  await put(tables.DEVICES_TABLE, { pk: 'DEVICE#RVZ-1', sk: 'LOCK' });
  services.clock.advance(3_600_000 * 16.1);
  for (const table of [tables.AUDIT_TABLE, tables.DOCUMENTS_TABLE]) await lose(table, 'USER#a');
  await lose(tables.DEVICES_TABLE, 'DEVICE#RVZ-1');
  for (const table of ['audit', 'documents', 'devices']) {
    await restoreTable(section, table);
    expect([table, await restore(section, table, '--yes')]).toEqual([table, expect.stringMatching(/^1 items were/m)]);
  }
  const { Items = [] } = await documents().send(new ScanCommand({ TableName: tables.DEVICES_TABLE }));
  expect(Items.map(({ sk }) => sk as string)).toEqual(['LOCK']);
});

walk('Restoring data', 'an archived document was deleted, another overwritten: both open again', async (section) => {
  const client = new S3Client({});
  const keys = ['a/in_1/paid.pdf', 'a/in_2/paid.pdf'];
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: archive, Key, Body: `%PDF ${Key}` }));
  const [deleted = '', spoilt = ''] = keys;
  const values = { STAGE: 'example', ACCOUNT: '111122223333' };
  await section.run('aws s3api delete-object', { ' --version-id MARKER': '', ...values, KEY: deleted });
  await client.send(new PutObjectCommand({ Bucket: archive, Key: spoilt, Body: 'spoilt' }));
  await expect(readBytes(deleted)).rejects.toMatchObject({ name: 'NoSuchKey' });
  const list = (invoice: string) =>
    section.run('aws s3api list-object-versions', { ...values, USER: 'a', INVOICE: invoice });
  const { DeleteMarkers = [] } = (await list('in_1')) as { DeleteMarkers?: { VersionId: string }[] };
  await section.run('aws s3api delete-object', { ...values, KEY: deleted, MARKER: DeleteMarkers[0]?.VersionId ?? '' });
  const { Versions = [] } = (await list('in_2')) as { Versions?: { VersionId: string }[] };
  await section.run('aws s3api copy-object', {
    ...values,
    KEY: spoilt,
    '=VERSION': `=${Versions[1]?.VersionId ?? ''}`,
  });
  for (const key of keys) expect(String(await readBytes(key))).toBe(`%PDF ${key}`);
});

walk(
  'Taking a stage down',
  'a locked object is in the way of its bucket until the lock is bypassed',
  async (section) => {
    section.says("neither an emptying without that permission nor the CDK's own one removes them");
    const client = new S3Client({});
    const Bucket = 'portal-example-user-exports-111122223333';
    await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
    const Rule = { DefaultRetention: { Mode: 'GOVERNANCE', Days: 35 } } as const;
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule } as const;
    await client.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }));
    const object = { Bucket, Key: '2026-11-23/users-1.json' };
    const { VersionId = '' } = await client.send(new PutObjectCommand({ ...object, Body: '[]' }));
    const removal = client.send(new DeleteObjectCommand({ ...object, VersionId }));
    await expect(removal).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(client.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'BucketNotEmpty' });
    const values = { STAGE: 'example', ACCOUNT: '111122223333', KEY: object.Key, VERSION: VersionId };
    await section.run('aws s3api delete-object', values);
    await client.send(new DeleteBucketCommand({ Bucket }));
  },
);

walk('The first deployment failed', 'a protected table is left: unprotected, it can be deleted', async (section) => {
  const client = new DynamoDBClient({});
  const TableName = 'portal-example-left';
  await createTable('USERS_TABLE', TableName);
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  await expect(client.send(new DeleteTableCommand({ TableName }))).rejects.toMatchObject({
    name: 'ValidationException',
  });
  await section.run('aws dynamodb update-table', { STAGE: 'example', '-TABLE': '-left' });
  await client.send(new DeleteTableCommand({ TableName }));
});

test('the wrong table, or the one in use as the restored one: refused before anything is read', async () => {
  const words = ['--stage', 'example', '--from', tables.USERS_TABLE];
  await expect(restoreItems([...words, '--table', 'shops'])).rejects.toThrow('Name the table');
  await expect(restoreItems([...words, '--table', 'users'])).rejects.toThrow('is the table in use');
});

test('each kind of item that stays out exists in the tables', () => {
  const named = (keys: Record<string, unknown>): string[] =>
    Object.values(keys).flatMap((value) => {
      if (typeof value === 'string') return [value];
      if (typeof value === 'function') return [String((value as (id: string) => unknown)(''))];
      return value !== null && typeof value === 'object' ? named(value as Record<string, unknown>) : [];
    });
  const existing = [...named(userKeys), ...named(deviceKeys)];
  const unknown = Object.values(leftOut)
    .flatMap((kinds) => kinds.flatMap((kind) => kind.split(' ')))
    .filter((word) => !existing.some((key) => key.startsWith(word)));
  expect(unknown).toEqual([]);
});
