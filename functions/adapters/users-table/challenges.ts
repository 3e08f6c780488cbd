import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
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

export const putChallenge = (secretHash: string, challenge: ChallengeItem): Promise<void> =>
  putItem(usersTable(), keyOf(secretHash), challenge);

/** The challenge of a cookie, or undefined; it may have expired. */
export const readChallenge = (secretHash: string): Promise<ChallengeItem | undefined> =>
  getItem(usersTable(), keyOf(secretHash));

/** Deletes a challenge; returns whether there was one. */
export const deleteChallenge = async (secretHash: string): Promise<boolean> =>
  (await deleteItem(usersTable(), keyOf(secretHash))) !== undefined;
