import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { challengeKey, onlyItem } from './keys';

/** A sign-in whose password was right and whose second step waits for its code. Times are unix seconds. */
export interface ChallengeItem {
  mfaType: 'sms' | 'totp';
  /** Cognito's name of the user and its session, which the answer must bring. */
  username: string;
  cognitoSession: string;
  /** By what failures of this account are counted (hash of the e-mail address). */
  account: string;
  /** When Cognito's session ends; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (secretHash: string) => ({ pk: challengeKey(secretHash), sk: onlyItem });

export async function putChallenge(secretHash: string, challenge: ChallengeItem): Promise<void> {
  await documents.send(new PutCommand({ TableName: usersTable(), Item: { ...keyOf(secretHash), ...challenge } }));
}

/** The challenge of a cookie, or undefined; it may have expired. */
export async function readChallenge(secretHash: string): Promise<ChallengeItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(secretHash), ConsistentRead: true }),
  );
  return Item as ChallengeItem | undefined;
}

/** Whether there was such a challenge; it is gone now. */
export async function deleteChallenge(secretHash: string): Promise<boolean> {
  const { Attributes } = await documents.send(
    new DeleteCommand({ TableName: usersTable(), Key: keyOf(secretHash), ReturnValues: 'ALL_OLD' }),
  );
  return Attributes !== undefined;
}
