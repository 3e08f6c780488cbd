import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import type { ProfileItem, SessionItem, ShopItem, SnapshotItem, UserPartition } from './items';
import { ranges, sortKeys, userKey } from './keys';

/**
 * Session, profile and ownership of a user in one query (strongly consistent, so that a session just ended is ended);
 * with `snapshots` the last known states of the shops too. A second query only past DynamoDB's page of 1 MB.
 */
export async function readPartition(userId: string, reach: keyof typeof ranges): Promise<UserPartition> {
  const [from, to] = ranges[reach];
  const partition: UserPartition = { profile: undefined, sessions: [], shops: [], snapshots: [] };
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': userKey(userId), ':from': from, ':to': to },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const sk = String(item['sk']);
      if (sk === sortKeys.profile) partition.profile = item as ProfileItem;
      else if (sk.startsWith(sortKeys.session(''))) partition.sessions.push(item as SessionItem);
      else if (sk.startsWith(sortKeys.shop(''))) partition.shops.push(item as ShopItem);
      else if (sk.startsWith(sortKeys.snapshot(''))) partition.snapshots.push(item as SnapshotItem);
    }
  }
  return partition;
}
