import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { challengeKey, onlyItem } from './keys';

/** A sign-in with a right password that waits for the code of its second step. Times are unix seconds. */
export interface ChallengeItem {
  mfaType: 'sms' | 'totp';
  userId: string;
  /** The user's credential epoch when the password was checked; the challenge is valid only in this epoch. */
  epoch: number;
  /** Cognito's name of the user; the code is sent to Cognito with it and Cognito's session. */
  username: string;
  /** Cognito's session, sealed with the secret of the challenge's cookie (decisions/sessions). */
  sealedSession: string;
  /** The key under which failures of this account are counted (hash of the e-mail address). */
  account: string;
  /** The user has signed in with this browser before: `account` is its own key, and no network is counted. */
  known?: boolean;
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
