import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { deviceRecords, serial } from '../testing/device-records';
import { startRequestServices } from '../testing/request-services';
import { walk } from '../testing/runbook';
import { testServices } from '../testing/test-services';

const services = testServices(startRequestServices);
const { run, minutes, mirrored, addDevices } = deviceRecords(services);

const deleteItem = (pk: string, sk: string) =>
  new DynamoDBClient({}).send(new DeleteItemCommand({ TableName: 'devices', Key: { pk: { S: pk }, sk: { S: sk } } }));

walk('Job mirror-devices', 'the table lost items: reading everything again brings them back', async (section) => {
  await addDevices(1, 5);
  await run();
  minutes(10);
  await run();
  for (const { pk, sk } of (await mirrored()).slice(0, 3)) await deleteItem(String(pk), String(sk));
  minutes(10);
  await expect(run()).resolves.toMatchObject({ changed: 0 });
  expect(await mirrored()).toHaveLength(2);
  await section.run('aws dynamodb delete-item');
  minutes(10);
  await expect(run()).resolves.toMatchObject({ finished: true });
  const serials = (await mirrored()).map(({ serialNumber }) => String(serialNumber));
  expect(serials.toSorted()).toEqual([1, 2, 3, 4, 5].map(serial));
});
