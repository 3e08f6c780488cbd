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
import { readBytes } from '../adapters/documents/archive';
import { deleteItem } from '../adapters/dynamodb/items';
import { readPartition } from '../adapters/users-table/read-partition';
import { startArchive } from '../testing/archive';
import { walk } from '../testing/runbook';
import { giveShop } from '../testing/shops';
import { signInOwner } from '../testing/sign-in-owner';
import { testServices } from '../testing/test-services';
import { StillClock } from '../../local/clock';
import { createDynamoDbEmulator } from '../../local/dynamodb/create-dynamodb-emulator';
import { createTable, startServices } from '../../local/testing/functions';

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
      await createTable('USERS_TABLE', 'users');
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
      await new DynamoDBClient({}).send(
        new UpdateContinuousBackupsCommand({ TableName: 'users', PointInTimeRecoverySpecification }),
      );
      process.env['DOCUMENTS_BUCKET'] = archive;
      const objects = new S3Client({});
      await objects.send(new CreateBucketCommand({ Bucket: archive }));
      const VersioningConfiguration = { Status: 'Enabled' as const };
      await objects.send(new PutBucketVersioningCommand({ Bucket: archive, VersioningConfiguration }));
    },
  };
});

walk(
  'Restoring data',
  'a user’s items were deleted: name and shops are back, and what is newer stays',
  async (section) => {
    const { userId } = await signInOwner();
    await giveShop(userId, 'cus_1');
    services.clock.advance(3_600_000 * 16.1); // 19:06 UTC, after the time of the documented command
    const pk = `USER#${userId}`;
    await deleteItem('users', { pk, sk: 'SHOP#cus_1' });
    const range = await section.run('aws dynamodb describe-continuous-backups');
    expect(range['ContinuousBackupsDescription']).toMatchObject({
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    });
    services.clock.advance(300_000);
    await section.run('aws dynamodb restore-table-to-point-in-time');
    await section.run('aws dynamodb wait table-exists');
    const { Items = [] } = (await section.run('aws dynamodb query', { PARTITION: pk })) as { Items?: object[] };
    const lost = Items.filter((item) => !JSON.stringify(item).includes(section.says('SESSION#')));
    expect(lost.length).toBeGreaterThan(1);
    let kept = 0;
    for (const item of lost)
      await section
        .run('aws dynamodb put-item', { '{"pk":{"S":"PARTITION"},"sk":{"S":"SORT"}}': JSON.stringify(item) })
        .catch((error: Error) => {
          expect(error.name).toBe('ConditionalCheckFailedException');
          kept += 1;
        });
    expect(kept).toBe(lost.length - 1);
    const { profile, shops } = await readPartition(userId, 'ownership');
    expect(profile).toMatchObject({ userId, username: '山田' });
    expect(shops.map(({ customerId }) => customerId)).toEqual(['cus_1']);
    await section.run('aws dynamodb delete-table');
  },
);

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
    const Bucket = 'portal-example-documents-222233334444';
    await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
    const Rule = { DefaultRetention: { Mode: 'GOVERNANCE', Days: 35 } } as const;
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule } as const;
    await client.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }));
    const object = { Bucket, Key: '2026-11-23/users-1.json' };
    const { VersionId = '' } = await client.send(new PutObjectCommand({ ...object, Body: '[]' }));
    const removal = client.send(new DeleteObjectCommand({ ...object, VersionId }));
    await expect(removal).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(client.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'BucketNotEmpty' });
    const values = { STAGE: 'example', ACCOUNT: '222233334444', KEY: object.Key, VERSION: VersionId };
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
