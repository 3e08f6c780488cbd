import { DeleteCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { sessionEndings, sortKeys, userKey } from './keys';

/** Whether the user has submitted a shop that is still being opened. `nowMs` in unix milliseconds. */
export async function hasOpenSubmit(userId: string, nowMs: number): Promise<boolean> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': userKey(userId), ':sk': sortKeys.submit('') },
      ConsistentRead: true,
    }),
  );
  return Items.some(({ state, leaseUntil }) => state === 'undoing' || (state === 'working' && Number(leaseUntil) > nowMs));
}

/** Deletes everything in a user's partition, and the note that asks for an end of their sessions. Safe to repeat. */
export async function eraseUser(userId: string): Promise<void> {
  let start: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const page: QueryCommandOutput = await documents.send(
      new QueryCommand({
        TableName: usersTable(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': userKey(userId) },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const keys = (page.Items ?? []) as { pk: string; sk: string }[];
    await Promise.all(keys.map(({ pk, sk }) => documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk, sk } }))));
    start = page.LastEvaluatedKey;
  } while (start);
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk: sessionEndings, sk: userId } }));
}
