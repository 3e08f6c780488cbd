import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unfinishedKey } from './keys';

/**
 * Changes of an account that reach several services. Noted before the first is asked and struck out after the last,
 * so that what was interrupted in between is finished by the schedule. `notedAt` in unix seconds.
 */
export type Unfinished = { userId: string; notedAt: number } & (
  | { kind: 'deletion' }
  | { kind: 'email'; newEmail: string }
);

const keyOf = (kind: Unfinished['kind'], userId: string) => ({ pk: unfinishedKey, sk: `${kind}#${userId}` });

export async function noteUnfinished(change: Unfinished): Promise<void> {
  await documents.send(
    new PutCommand({ TableName: usersTable(), Item: { ...keyOf(change.kind, change.userId), ...change } }),
  );
}

export async function strikeUnfinished(kind: Unfinished['kind'], userId: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(kind, userId) }));
}

/** What was noted up to a time (unix seconds) and not struck out; more than one page is left for the next run. */
export async function listUnfinished(until: number): Promise<Unfinished[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': unfinishedKey },
      ConsistentRead: true,
    }),
  );
  return (Items as Unfinished[]).filter((item) => item.notedAt <= until);
}
