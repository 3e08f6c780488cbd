import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { sessionEndings, userKey } from './keys';
import { listOpenings } from './openings';

/** Whether a request of the user is still opening a shop. `now` in unix milliseconds. */
export async function isOpeningShop(userId: string, now: number): Promise<boolean> {
  const openings = await listOpenings(userId);
  return openings.some(({ state, lease }) => state === 'undoing' || (state === 'working' && lease.until > now));
}

/** Deletes everything in a user's partition, and the note that asks for an end of their sessions. Safe to repeat. */
export async function eraseUser(userId: string): Promise<void> {
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': userKey(userId) },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    const keys = Items as { pk: string; sk: string }[];
    await Promise.all(
      keys.map(({ pk, sk }) => documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk, sk } }))),
    );
  }
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk: sessionEndings, sk: userId } }));
}
