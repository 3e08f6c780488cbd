import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { onlyItem, registrationKey } from './keys';

/** A registration made in one browser that waits for its code. Times are unix seconds. */
export interface RegistrationItem {
  email: string;
  username: string;
  /** Cognito's sub, where this very request made the user. */
  userId?: string;
  /**
   * The chosen password, where a user with this address was there already; sealed with the secret of the browser's
   * cookie, so that it can be read only in a call that brings the cookie.
   */
  sealedPassword?: string;
  /** This browser's code was right, and the user has yet to get the chosen password and name. */
  proved?: boolean;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (secretHash: string) => ({ pk: registrationKey(secretHash), sk: onlyItem });

export async function putRegistration(secretHash: string, registration: RegistrationItem): Promise<void> {
  await documents.send(new PutCommand({ TableName: usersTable(), Item: { ...keyOf(secretHash), ...registration } }));
}

/** The registration of a cookie, or undefined; it may have expired. */
export async function readRegistration(secretHash: string): Promise<RegistrationItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(secretHash), ConsistentRead: true }),
  );
  return Item as RegistrationItem | undefined;
}

export async function markProved(secretHash: string): Promise<void> {
  await documents.send(
    new UpdateCommand({
      TableName: usersTable(),
      Key: keyOf(secretHash),
      UpdateExpression: 'SET proved = :true',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':true': true },
    }),
  );
}

export async function deleteRegistration(secretHash: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(secretHash) }));
}
