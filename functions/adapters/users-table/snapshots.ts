import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ShopRecord } from '#shared/model/customer';
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
        ConditionExpression:
          '(attribute_not_exists(readAtMs) OR readAtMs <= :readAtMs) AND (attribute_not_exists(changedAtMs) OR changedAtMs <= :readAtMs)',
        ExpressionAttributeValues: { ':readAtMs': snapshot.readAtMs },
      }),
    ),
  );
}

/** The last known state of one shop; undefined where nothing is known. */
export async function readSnapshot(userId: string, customerId: string): Promise<SnapshotItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({
      TableName: usersTable(),
      Key: { pk: userKey(userId), sk: sortKeys.snapshot(customerId) },
      ConsistentRead: true,
    }),
  );
  return Item as SnapshotItem | undefined;
}

/**
 * Marks that a shop was changed (unix milliseconds) and could not be read since: no reading that began before counts
 * any more. Answers what was last known of it; undefined where nothing is.
 */
export async function markChanged(
  userId: string,
  customerId: string,
  changedAtMs: number,
): Promise<ShopRecord | undefined> {
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
