import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { listDevices as call } from '#shared/contract/device';
import { listDevices } from '#functions/devices/calls';
import { deviceKey, deviceSortKeys } from '#functions/devices/items';
import { snapshotOf } from '#functions/testing/request-services';
import { giveShop } from '#functions/testing/shops';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { MovableClock } from '#emulators/platform';
import { createDynamoDbEmulator } from '#emulators/aws';
import { createTable, invoke, startServices } from '../local/testing/functions';
import { median, table } from './measure';

/** Shops of one owner, each with two devices: one, a page, a chain of pages, and the most of a list without pages. */
const sizes = [1, 20, 50, 300];
/** Milliseconds that each request of DynamoDB takes. */
const latency = 5;
/** The largest allowed ratio of the list of 300 shops to that of one; with a query for each shop it was 20 to 30. */
const mostRatio = 15;

/** A signed-in user with shops and mirrored devices. */
async function makeOwner(shops: number): Promise<Record<string, string>> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { userId, browser } = await signInOwner();
  for (let index = 0; index < shops; index += 1) {
    const [customerId, subscriptionId] = [`cus_${shops}_${index}`, `sub_${shops}_${index}`];
    await giveShop(userId, customerId);
    const snapshot = snapshotOf({ customerId, subscriptionId }, index);
    const key = { pk: `USER#${userId}`, sk: `SNAPSHOT#${customerId}` };
    await documents.send(new PutCommand({ TableName: 'users', Item: { ...key, ...snapshot } }));
    const devices = ['a', 'b'].map((one) => `RVZ-${shops}-${index}-${one}`);
    const PutRequests = devices.map((serialNumber) => ({
      PutRequest: {
        Item: {
          pk: deviceKey(serialNumber),
          sk: deviceSortKeys.record,
          serialNumber,
          subscriptionId,
          status: '出荷',
          statusUpdatedAt: null,
          deviceCategory: 'サブスク',
          subscriptionRentalAvailability: null,
          recordId: index,
          revision: 1,
        },
      },
    }));
    await documents.send(new BatchWriteCommand({ RequestItems: { devices: PutRequests } }));
  }
  return browser.cookies;
}

/** How long the lists of devices of owners with few and many shops take: the first page, and the whole list. */
export async function bench(): Promise<void> {
  const dynamodb = await createDynamoDbEmulator({ clock: new MovableClock(), sweepMs: 0 });
  const services = await startServices({ dynamodb });
  await createTable('USERS_TABLE', 'users');
  await createTable('DEVICES_TABLE', 'devices');
  const rows = [['shops', 'first page', 'queries', 'whole list', 'queries']];
  const whole: number[] = [];
  for (const shops of sizes) {
    services.clearFaults();
    const cookies = await makeOwner(shops);
    services.inject(() => wait(latency, 'pass'));
    const read = async (query: Record<string, string>): Promise<{ ms: number; queries: number }> => {
      services.operations.length = 0;
      const startedAt = performance.now();
      const { status } = await invoke(listDevices, { method: 'GET', path: call.path, cookies, query });
      if (status !== 200) throw new Error(`${shops} shops: ${status}`);
      const queries = services.operations.filter((one) => one === 'dynamodb Query').length;
      return { ms: performance.now() - startedAt, queries };
    };
    const [row, ways] = [[String(shops)], [{ after: '' }, {}] as Record<string, string>[]];
    for (const [way, query] of ways.entries()) {
      const found: Awaited<ReturnType<typeof read>>[] = [];
      for (let run = 0; run < 25; run += 1) found.push(await read(query));
      const ms = median(found.map((one) => one.ms));
      if (way === 1) whole.push(ms);
      row.push(`${ms.toFixed(0)} ms`, String(found[0]?.queries));
    }
    rows.push(row);
  }
  console.log(table(rows));
  console.log(`\nMedians of 25 calls; every request of DynamoDB takes ${latency} ms.`);
  const ratio = (whole.at(-1) ?? 0) / (whole[0] ?? 1);
  if (ratio > mostRatio) {
    console.error(`300 shops take ${ratio.toFixed(0)} times as long as one`);
    process.exitCode = 1;
  }
  await services.close();
  await dynamodb.close();
}
