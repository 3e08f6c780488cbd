import type { MfaMethod } from '#shared/model/account';
import { deleteItem, getItem, putItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, writeAll } from '#functions/platform/dynamodb/transaction';
import { epochCheck } from './epochs-table';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';

/** A browser in which a user has signed in. Times are unix seconds. */
export interface BrowserItem {
  secretHash: string;
  signedInAt: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

const browserKey = (userId: string, secretHash: string) => ({ pk: userKey(userId), sk: sortKeys.browser(secretHash) });

/** Writes nothing and returns false if the user's credential epoch is no longer `epoch`, or the user is deleted. */
export const putBrowser = (userId: string, epoch: number, browser: BrowserItem): Promise<boolean> =>
  writeAll([epochCheck(userId, epoch), putWrite(usersTable(), browserKey(userId, browser.secretHash), browser)]);

/** The item of a browser, or undefined; it may have expired. */
export const readBrowser = (userId: string, secretHash: string): Promise<BrowserItem | undefined> =>
  getItem(usersTable(), browserKey(userId, secretHash));

export const listBrowsers = (userId: string): Promise<BrowserItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.browser('') });

export async function deleteBrowser(userId: string, secretHash: string): Promise<void> {
  await deleteItem(usersTable(), browserKey(userId, secretHash));
}

/** A sign-in with a right password that waits for the code of its second step. Times are unix seconds. */
export interface ChallengeItem {
  mfaType: MfaMethod;
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

const codesOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.recoveryCodes });

/** The codes of a user that are not used yet, hashed with one salt. */
export interface RecoveryCodes {
  salt: string;
  hashes: ReadonlySet<string>;
}

/** Replaces earlier ones. `now` in unix seconds. */
export const putRecoveryCodes = (userId: string, { salt, hashes }: RecoveryCodes, now: number): Promise<void> =>
  putItem(usersTable(), codesOf(userId), { salt, hashes: new Set(hashes), createdAt: now });

export async function readRecoveryCodes(userId: string): Promise<RecoveryCodes | undefined> {
  const item = await getItem<{ salt: string; hashes?: Set<string> }>(usersTable(), codesOf(userId));
  // DynamoDB keeps no empty set: when the last code is used, the attribute disappears.
  return item && { salt: item.salt, hashes: item.hashes ?? new Set() };
}

/** Uses a code up; false if another call used it first. */
export const takeRecoveryCode = async (userId: string, hash: string): Promise<boolean> =>
  (await updateItemIf(usersTable(), codesOf(userId), {
    takeFromSets: ['hashes :one'],
    if: 'contains(hashes, :hash)',
    values: { one: new Set([hash]), hash },
  })) !== undefined;

export async function deleteRecoveryCodes(userId: string): Promise<void> {
  await deleteItem(usersTable(), codesOf(userId));
}

/** The stored part of a master password. */
export interface MasterPasswordItem {
  /** Id of the administrator for whom it was made. */
  administrator: string;
  /** Their credential epoch then; it works only in this one. */
  epoch: number;
  reason: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}
