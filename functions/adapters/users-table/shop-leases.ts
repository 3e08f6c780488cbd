import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.shopLease(customerId) });

/**
 * Takes a shop for `holder` until `untilMs`; false where another has it. Taking what one has already extends it.
 * Times in unix milliseconds.
 */
export function takeShopLease(
  userId: string,
  customerId: string,
  holder: string,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new PutCommand({
        TableName: usersTable(),
        Item: { ...keyOf(userId, customerId), holder, leaseUntil: untilMs, expiresAt: Math.ceil(untilMs / 1000) },
        ConditionExpression: 'attribute_not_exists(pk) OR leaseUntil <= :now OR holder = :holder',
        ExpressionAttributeValues: { ':now': nowMs, ':holder': holder },
      }),
    ),
  );
}

/** Lets go of a shop; nothing happens where another has it by now. */
export async function releaseShopLease(userId: string, customerId: string, holder: string): Promise<void> {
  await unlessRefused(
    documents.send(
      new DeleteCommand({
        TableName: usersTable(),
        Key: keyOf(userId, customerId),
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':holder': holder },
      }),
    ),
  );
}
