import { GetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import type { ShopItem } from './items';
import { customerKey, onlyItem, sortKeys, userKey } from './keys';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/**
 * The writes that make a customer a user's shop: the ownership record and the way back from the customer. Safe to
 * repeat.
 */
export const ownershipWrites = (userId: string, shop: ShopItem): TransactItems => [
  { Put: { TableName: usersTable(), Item: { pk: userKey(userId), sk: sortKeys.shop(shop.customerId), ...shop } } },
  {
    Put: {
      TableName: usersTable(),
      Item: { pk: customerKey(shop.customerId), sk: onlyItem, userId },
      ConditionExpression: 'attribute_not_exists(pk) OR userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
    },
  },
];

/** Whose shop a customer is; undefined for customers that are nobody's here. */
export async function ownerOf(customerId: string): Promise<string | undefined> {
  const { Item } = await documents.send(
    new GetCommand({
      TableName: usersTable(),
      Key: { pk: customerKey(customerId), sk: onlyItem },
      ConsistentRead: true,
    }),
  );
  return Item?.['userId'] as string | undefined;
}

/**
 * Forgets a shop whose customer is no more: ownership, last known state and the way back from the customer. Safe to
 * repeat.
 */
export async function forgetShop(userId: string, customerId: string): Promise<void> {
  const keys = [
    { pk: userKey(userId), sk: sortKeys.shop(customerId) },
    { pk: userKey(userId), sk: sortKeys.snapshot(customerId) },
    { pk: customerKey(customerId), sk: onlyItem },
  ];
  await documents.send(
    new TransactWriteCommand({ TransactItems: keys.map((Key) => ({ Delete: { TableName: usersTable(), Key } })) }),
  );
}
