import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, ScanCommand, UpdateCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { ShopRecord } from '../../../shared/model/customer';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import type { SnapshotItem } from './items';
import { sortKeys, userKey } from './keys';

/** Keeps what was read unless something read later is there; answers whether it was kept. */
export function putSnapshot(userId: string, snapshot: SnapshotItem): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new PutCommand({
        TableName: usersTable(),
        Item: { pk: userKey(userId), sk: sortKeys.snapshot(snapshot.customerId), ...snapshot },
        ConditionExpression: '(attribute_not_exists(readAtMs) OR readAtMs <= :readAtMs) AND (attribute_not_exists(changedAtMs) OR changedAtMs <= :readAtMs)',
        ExpressionAttributeValues: { ':readAtMs': snapshot.readAtMs },
      }),
    ),
  );
}

/** The last known state of one shop; undefined where nothing is known. */
export async function readSnapshot(userId: string, customerId: string): Promise<SnapshotItem | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: usersTable(), Key: { pk: userKey(userId), sk: sortKeys.snapshot(customerId) }, ConsistentRead: true }));
  return Item as SnapshotItem | undefined;
}

/**
 * Marks that a shop was changed (unix milliseconds) and could not be read since: no reading that began before counts any more. Answers
 * what was last known of it; undefined where nothing is.
 */
export async function markChanged(userId: string, customerId: string, changedAtMs: number): Promise<ShopRecord | undefined> {
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: { pk: userKey(userId), sk: sortKeys.snapshot(customerId) },
        UpdateExpression: 'SET changedAtMs = :changedAtMs',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':changedAtMs': changedAtMs },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return (Attributes as SnapshotItem | undefined)?.record;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** A shop and how old what is known of it is: unix milliseconds, 0 where nothing is or a change was not read back. */
export interface ShopAge {
  userId: string;
  customerId: string;
  readAtMs: number;
}

const userOf = (pk: string): string => pk.slice(userKey('').length);

/** Every shop of every user with its age, oldest first. A scan of the whole table that brings keys and ages only. */
export async function listShopAges(): Promise<ShopAge[]> {
  const shops = new Map<string, ShopAge>();
  const ages = new Map<string, number>();
  let start: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await documents.send(
      new ScanCommand({
        TableName: usersTable(),
        FilterExpression: 'begins_with(pk, :user) AND (begins_with(sk, :shop) OR begins_with(sk, :snapshot))',
        ExpressionAttributeValues: { ':user': userKey(''), ':shop': sortKeys.shop(''), ':snapshot': sortKeys.snapshot('') },
        ProjectionExpression: 'pk, sk, readAtMs, changedAtMs',
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    for (const item of page.Items ?? []) {
      const { pk, sk, readAtMs, changedAtMs } = item as { pk: string; sk: string; readAtMs?: number; changedAtMs?: number };
      const customerId = sk.slice(sk.indexOf('#') + 1);
      if (sk.startsWith(sortKeys.shop(''))) shops.set(`${pk} ${customerId}`, { userId: userOf(pk), customerId, readAtMs: 0 });
      else ages.set(`${pk} ${customerId}`, changedAtMs === undefined ? (readAtMs ?? 0) : 0);
    }
    start = page.LastEvaluatedKey;
  } while (start);
  return [...shops].map(([key, shop]) => ({ ...shop, readAtMs: ages.get(key) ?? 0 })).toSorted((left, right) => left.readAtMs - right.readAtMs);
}
