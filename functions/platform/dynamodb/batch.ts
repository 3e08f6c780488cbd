import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchGetCommandOutput,
  type BatchWriteCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { mapWithLimit, partsOf } from '#functions/platform/map-with-limit';
import { clock } from '#functions/platform/clock';
import { documents, type Key } from './items';

/** Items of one BatchGetItem and of one BatchWriteItem, and how many requests run at the same time. */
const readsAtOnce = 100;
const writesAtOnce = 25;
const mostBatches = 4;
/** Requests for one batch, and the pause before the second one in milliseconds; each later pause is twice as long. */
const mostRequests = 6;
const firstPause = 50;

/** Sends a batch, and again what DynamoDB leaves out because of its load. `send` returns what was left out. */
async function sendAll<R extends object>(batch: R, send: (batch: R) => Promise<R | undefined>): Promise<void> {
  let left: R | undefined = batch;
  for (let count = 0; count < mostRequests; count += 1) {
    if (count > 0) await clock.wait(firstPause * 2 ** (count - 1));
    left = await send(left);
    if (!left || Object.keys(left).length === 0) return;
  }
  throw Object.assign(new Error('DynamoDB left items of a batch out'), {
    name: 'ProvisionedThroughputExceededException',
  });
}

async function readBatch<T>(TableName: string, Keys: Key[], ConsistentRead: boolean): Promise<T[]> {
  const items: T[] = [];
  const batch: NonNullable<BatchGetCommandOutput['UnprocessedKeys']> = { [TableName]: { Keys, ConsistentRead } };
  await sendAll(batch, async (RequestItems) => {
    const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems }));
    items.push(...((Responses?.[TableName] ?? []) as T[]));
    return UnprocessedKeys;
  });
  return items;
}

async function writeBatch(TableName: string, items: (Key & object)[]): Promise<void> {
  const batch: NonNullable<BatchWriteCommandOutput['UnprocessedItems']> = {
    [TableName]: items.map((Item) => ({ PutRequest: { Item } })),
  };
  await sendAll(batch, async (RequestItems) => {
    return (await documents.send(new BatchWriteCommand({ RequestItems }))).UnprocessedItems;
  });
}

/** Puts items of different keys and replaces any existing ones; after a failure some may be written. */
export async function putItems(TableName: string, items: readonly (Key & object)[]): Promise<void> {
  await mapWithLimit(mostBatches, partsOf(items, writesAtOnce), (part) => writeBatch(TableName, part));
}

/** The items of these keys in no order, strongly consistent by default; keys may repeat. */
export async function getItems<T>(
  TableName: string,
  keys: readonly Key[],
  { consistent = true }: { consistent?: boolean } = {},
): Promise<T[]> {
  const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
  return (
    await mapWithLimit(mostBatches, partsOf(distinct, readsAtOnce), (part) => readBatch<T>(TableName, part, consistent))
  ).flat();
}
