import { deleteItem, getItem } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { putWrite, writeAll } from '../dynamodb/transaction';
import { epochCheck } from './epochs';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** A browser in which a user has signed in. Times are unix seconds. */
export interface BrowserItem {
  /** Hash of the secret in its cookie. */
  secretHash: string;
  /** The last sign-in. */
  signedInAt: number;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, secretHash: string) => ({ pk: userKey(userId), sk: sortKeys.browser(secretHash) });

/** Writes nothing and returns false if the user's credential epoch is no longer `epoch`, or the user is deleted. */
export const putBrowser = (userId: string, epoch: number, browser: BrowserItem): Promise<boolean> =>
  writeAll([epochCheck(userId, epoch), putWrite(usersTable(), keyOf(userId, browser.secretHash), browser)]);

/** The item of a browser, or undefined; it may have expired. */
export const readBrowser = (userId: string, secretHash: string): Promise<BrowserItem | undefined> =>
  getItem(usersTable(), keyOf(userId, secretHash));

export const listBrowsers = (userId: string): Promise<BrowserItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.browser('') });

export async function deleteBrowser(userId: string, secretHash: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId, secretHash));
}
