import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import { sessionEndings } from './keys';

/**
 * Users whose sessions are about to end because of something that happens in Cognito. Noted before it happens and
 * struck out when the sessions are gone, so that what was interrupted in between is finished by the schedule.
 */
export async function noteSessionEnding(userId: string, now: number): Promise<void> {
  await documents.send(
    new PutCommand({ TableName: usersTable(), Item: { pk: sessionEndings, sk: userId, userId, notedAt: now } }),
  );
}

export async function strikeSessionEnding(userId: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk: sessionEndings, sk: userId } }));
}

const heldBy = (holder: string) => ({
  ConditionExpression: 'holder = :holder',
  ExpressionAttributeValues: { ':holder': holder },
});

/**
 * The same note for a change that nobody else of the user's may make meanwhile: `refused` where one noted since
 * `staleAt` is under way; `inherited` where it lies over one that was interrupted, whose ending is still to come.
 * Times are unix seconds.
 */
export async function holdSessionEnding(
  userId: string,
  holder: string,
  now: number,
  staleAt: number,
): Promise<'refused' | 'held' | 'inherited'> {
  const put = documents.send(
    new PutCommand({
      TableName: usersTable(),
      Item: { pk: sessionEndings, sk: userId, userId, holder, notedAt: now },
      ConditionExpression: 'attribute_not_exists(pk) OR notedAt <= :staleAt OR interrupted = :true',
      ExpressionAttributeValues: { ':staleAt': staleAt, ':true': true },
      ReturnValues: 'ALL_OLD',
    }),
  );
  if (!(await unlessRefused(put))) return 'refused';
  return (await put).Attributes ? 'inherited' : 'held';
}

/** Strikes out the holder's note; one that was noted over it stays. */
export async function releaseSessionEnding(userId: string, holder: string): Promise<void> {
  await unlessRefused(
    documents.send(
      new DeleteCommand({ TableName: usersTable(), Key: { pk: sessionEndings, sk: userId }, ...heldBy(holder) }),
    ),
  );
}

/** Leaves the holder's note for the schedule, and lets another change begin at once. */
export async function leaveSessionEnding(userId: string, holder: string): Promise<void> {
  const { ConditionExpression, ExpressionAttributeValues } = heldBy(holder);
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: { pk: sessionEndings, sk: userId },
        UpdateExpression: 'SET interrupted = :true',
        ConditionExpression,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':true': true },
      }),
    ),
  );
}

/** What was noted up to a time (unix seconds) and not struck out; more than one page is left for the next run. */
export async function listSessionEndings(until: number): Promise<{ userId: string; notedAt: number }[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': sessionEndings },
      ConsistentRead: true,
    }),
  );
  return (Items as { userId: string; notedAt: number }[]).filter((item) => item.notedAt <= until);
}
