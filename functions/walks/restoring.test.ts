import {
  DeleteTableCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { deleteItem } from '#functions/platform/dynamodb/items';
import { readUser } from '#functions/platform/users-table';
import { walk } from '#functions/testing/runbook';
import { giveShop } from '#functions/testing/shops';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { testServices } from '#functions/testing/test-services';
import { StillClock } from '#emulators/platform';
import { createDynamoDbEmulator } from '#emulators/aws';
import { createTable, startServices } from '../../local/testing/functions';

const services = testServices(async () => {
  const clock = new StillClock(Date.parse('2026-11-22T03:00:00Z'));
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  const dynamodb = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  const served = await startServices({ dynamodb });
  return {
    ...served,
    clock,
    async startAfresh() {
      await dynamodb.reset();
      clock.advance(Date.parse('2026-11-22T03:00:00Z') - clock.now());
      await createTable('USERS_TABLE', 'users');
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
      await new DynamoDBClient({}).send(
        new UpdateContinuousBackupsCommand({ TableName: 'users', PointInTimeRecoverySpecification }),
      );
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
    const { profile, shops } = await readUser(userId, 'ownership');
    expect(profile).toMatchObject({ userId, username: '山田' });
    expect(shops.map(({ customerId }) => customerId)).toEqual(['cus_1']);
    await section.run('aws dynamodb delete-table');
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
