import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { mapWithLimit, partsOf } from '#functions/platform/map-with-limit';
import { clock } from '#functions/platform/clock';
import { documents, type Key } from './items';

/** Items of one BatchGetItem, and how many requests run at the same time. */
const readsAtOnce = 100;
const mostBatches = 4;
/** Requests for one batch, and the pause before the second one in milliseconds; each later pause is twice as long. */
const mostRequests = 6;
const firstPause = 50;

/** Asks for a batch, and again for what DynamoDB leaves out because of its load. */
async function readBatch<T>(TableName: string, Keys: Key[], ConsistentRead: boolean): Promise<T[]> {
  const items: T[] = [];
  let left: BatchGetCommandOutput['UnprocessedKeys'] = { [TableName]: { Keys, ConsistentRead } };
  for (let count = 0; count < mostRequests; count += 1) {
    if (count > 0) await clock.wait(firstPause * 2 ** (count - 1));
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await documents.send(
      new BatchGetCommand({ RequestItems: left }),
    );
    items.push(...((Responses?.[TableName] ?? []) as T[]));
    if (!UnprocessedKeys?.[TableName]) return items;
    left = UnprocessedKeys;
  }
  throw Object.assign(new Error('DynamoDB left items of a batch out'), {
    name: 'ProvisionedThroughputExceededException',
  });
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
