import { DeleteCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import type { SessionItem } from './items';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string, secretHash: string) => ({ pk: userKey(userId), sk: sortKeys.session(secretHash) });

export async function putSession(userId: string, session: SessionItem): Promise<void> {
  await documents.send(
    new PutCommand({ TableName: usersTable(), Item: { ...keyOf(userId, session.secretHash), ...session } }),
  );
}

/**
 * Every session kept of a user, expired ones that DynamoDB has not yet removed among them. Bounded by what sign-in
 * keeps.
 */
export async function listSessions(userId: string): Promise<SessionItem[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': userKey(userId), ':sk': sortKeys.session('') },
      ConsistentRead: true,
    }),
  );
  return Items as SessionItem[];
}

/** The session if there was one; it is gone now. */
export async function deleteSession(userId: string, secretHash: string): Promise<SessionItem | undefined> {
  const { Attributes } = await documents.send(
    new DeleteCommand({ TableName: usersTable(), Key: keyOf(userId, secretHash), ReturnValues: 'ALL_OLD' }),
  );
  return Attributes as SessionItem | undefined;
}

/** Puts a session in the place of another, both or neither; false where the other is there no more. */
export function replaceSession(userId: string, oldHash: string, session: SessionItem): Promise<boolean> {
  // A session that was read brings its own key with it.
  const Put = { TableName: usersTable(), Item: { ...session, ...keyOf(userId, session.secretHash) } };
  const Delete = { TableName: usersTable(), Key: keyOf(userId, oldHash), ConditionExpression: 'attribute_exists(pk)' };
  return unlessRefused(documents.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Delete }] })));
}
