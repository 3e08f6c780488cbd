import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { sortKeys, userKey } from './keys';

/** A new e-mail address that waits for its code. Times are unix seconds. */
export interface EmailChangeItem {
  newEmail: string;
  /** When Cognito's code ends; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.emailChange });

/** Takes the place of an earlier one. */
export async function putEmailChange(userId: string, change: EmailChangeItem): Promise<void> {
  await documents.send(new PutCommand({ TableName: usersTable(), Item: { ...keyOf(userId), ...change } }));
}

/** What waits, or undefined; it may have expired. */
export async function readEmailChange(userId: string): Promise<EmailChangeItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(userId), ConsistentRead: true }),
  );
  return Item as EmailChangeItem | undefined;
}

export async function deleteEmailChange(userId: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(userId) }));
}
