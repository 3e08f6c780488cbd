import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { mapWithLimit, partsOf } from '../map-with-limit';
import { clock } from '../clock';
import { documents } from './documents';
import type { Key } from './expressions';

/** Items of one BatchGetItem, and how many requests run at the same time. */
const batchSize = 100;
const mostBatches = 4;
/** Requests for one batch, and the pause before the second one in milliseconds; each later pause is twice as long. */
const mostRequests = 6;
const firstPause = 50;

/** Reads one batch; asks again for what DynamoDB leaves out because of its load. */
async function readBatch<T>(TableName: string, keys: Key[], consistent: boolean): Promise<T[]> {
  const items: T[] = [];
  let request: NonNullable<BatchGetCommandOutput['UnprocessedKeys']> = {
    [TableName]: { Keys: keys, ConsistentRead: consistent },
  };
  for (let count = 0; count < mostRequests; count += 1) {
    const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems: request }));
    items.push(...((Responses?.[TableName] ?? []) as T[]));
    if (!UnprocessedKeys || Object.keys(UnprocessedKeys).length === 0) return items;
    request = UnprocessedKeys;
    await clock.wait(firstPause * 2 ** count);
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
    await mapWithLimit(mostBatches, partsOf(distinct, batchSize), (part) => readBatch<T>(TableName, part, consistent))
  ).flat();
}
