import { paginateQuery, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from './item';

/** What the audit record says was deleted on purpose. */
export interface Deletions {
  users: ReadonlySet<string>;
  /** Customers of Stripe. */
  shops: ReadonlySet<string>;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const userOf = ({ pk, userId }: Item): string | undefined =>
  pk.startsWith('USER#') ? pk.slice('USER#'.length) : text(userId);
const shopOf = ({ pk, customerId }: Item): string | undefined =>
  pk.startsWith('CUSTOMER#') ? pk.slice('CUSTOMER#'.length) : text(customerId);

/** Reads from the audit table which of the users of some items deleted their account, and which of their shops. */
export async function readDeletions(
  client: DynamoDBDocumentClient,
  auditTable: string,
  items: readonly Item[],
): Promise<Deletions> {
  const users = new Set<string>();
  const shops = new Set<string>();
  for (const userId of new Set(items.flatMap((item) => userOf(item) ?? []))) {
    const query = {
      TableName: auditTable,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `USER#${userId}` },
    };
    for await (const { Items = [] } of paginateQuery({ client }, query))
      for (const { event, customerId } of Items) {
        if (event === 'account-deleted') users.add(userId);
        if (event === 'shop-deleted') shops.add(String(customerId));
      }
  }
  return { users, shops };
}

/** Whether an item belongs to a user or a shop that was deleted on purpose. */
export const isDeleted = (item: Item, { users, shops }: Deletions): boolean =>
  users.has(userOf(item) ?? '') || shops.has(shopOf(item) ?? '');
