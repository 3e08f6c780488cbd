import timers from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { BatchGetCommand, paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isDeleted, readDeletions } from './deletions';
import type { Item } from './item';
import { isLeftOut, type RestorableTable } from './left-out';

/** What is copied back, and from where. */
export interface Restore {
  client: DynamoDBDocumentClient;
  table: RestorableTable;
  /** The table in use. */
  into: string;
  /** The table that was restored to a point in time. */
  from: string;
  auditTable: string;
  /** Beginning of the partitions that are concerned; the empty text: all. */
  partition: string;
  /** Beginnings of partitions that are copied although a restore leaves them out. */
  also: readonly string[];
  /** Unix seconds. */
  now: number;
}

/** A table in use, compared with a restored one. */
export interface Comparison {
  /** Items of the restored table that the table in use lacks. */
  missing: Item[];
  /** Items with other contents: `now` in use, `before` in the restored table. */
  changed: { now: Item; before: Item }[];
  /** Number of equal items. */
  same: number;
  /** Number of items that a restore leaves out, or that have expired. */
  leftOut: number;
  /** Number of missing items of accounts and shops that were deleted on purpose. */
  deleted: number;
}

/** Keys in one request (DynamoDB API reference, "BatchGetItem"). */
const keysAtOnce = 100;
/** Milliseconds before what was left out is asked for again; twice as long each time, until nothing is left out. */
const [firstPause, longestPause] = [50, 5000];

async function itemsInUse({ client, into }: Restore, items: readonly Item[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  let Keys: Record<string, unknown>[] = items.map(({ pk, sk }) => ({ pk, sk }));
  let pause = firstPause;
  while (Keys.length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: { [into]: { Keys: Keys.slice(0, keysAtOnce), ConsistentRead: true } } }),
    );
    for (const item of (Responses[into] ?? []) as Item[]) found.set(JSON.stringify([item.pk, item.sk]), item);
    const leftOut = UnprocessedKeys[into]?.Keys ?? [];
    if (leftOut.length > 0) await timers.setTimeout(pause);
    pause = leftOut.length > 0 ? Math.min(pause * 2, longestPause) : firstPause;
    Keys = [...leftOut, ...Keys.slice(keysAtOnce)];
  }
  return found;
}

/** Reads the restored table and compares each of its items with the one in use; writes nothing. */
export async function compareItems(restore: Restore): Promise<Comparison> {
  const { client, table, from, partition, also, now } = restore;
  const found: Comparison = { missing: [], changed: [], same: 0, leftOut: 0, deleted: 0 };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from })) {
    const concerned = (Items as Item[]).filter(({ pk }) => pk.startsWith(partition));
    const lasting = concerned.filter((item) => {
      const { expiresAt } = item;
      const isPast = typeof expiresAt === 'number' && expiresAt <= now;
      return !isPast && !isLeftOut(table, item, also);
    });
    found.leftOut += concerned.length - lasting.length;
    const inUse = await itemsInUse(restore, lasting);
    for (const before of lasting) {
      const item = inUse.get(JSON.stringify([before.pk, before.sk]));
      if (!item) found.missing.push(before);
      else if (isDeepStrictEqual(item, before)) found.same += 1;
      else found.changed.push({ now: item, before });
    }
  }
  if (table !== 'users') return found;
  const deletions = await readDeletions(client, restore.auditTable, found.missing);
  const missing = found.missing.filter((item) => !isDeleted(item, deletions));
  return { ...found, missing, deleted: found.missing.length - missing.length };
}
