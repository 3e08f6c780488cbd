import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.recoveryCodes });

/** The codes of a user that are not used yet, hashed with one salt. */
export interface RecoveryCodes {
  salt: string;
  hashes: ReadonlySet<string>;
}

/** Takes the place of earlier ones. */
export async function putRecoveryCodes(userId: string, { salt, hashes }: RecoveryCodes, now: number): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: usersTable(),
      Item: { ...keyOf(userId), salt, hashes: new Set(hashes), createdAt: now },
    }),
  );
}

export async function readRecoveryCodes(userId: string): Promise<RecoveryCodes | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(userId), ConsistentRead: true }),
  );
  // DynamoDB keeps no empty set: where the last code was used there is none.
  return Item && { salt: String(Item['salt']), hashes: (Item['hashes'] as Set<string> | undefined) ?? new Set() };
}

/** Uses a code up; false where another was quicker. */
export function takeRecoveryCode(userId: string, hash: string): Promise<boolean> {
  return unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId),
        UpdateExpression: 'DELETE hashes :one',
        ConditionExpression: 'contains(hashes, :hash)',
        ExpressionAttributeValues: { ':one': new Set([hash]), ':hash': hash },
      }),
    ),
  );
}

export async function deleteRecoveryCodes(userId: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(userId) }));
}
