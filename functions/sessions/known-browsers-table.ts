import { clock } from '#functions/platform/clock';
import { deleteItem, getItem } from '#functions/platform/dynamodb/items';
import { queryRange } from '#functions/platform/dynamodb/query';
import { putWrite, writeAll } from '#functions/platform/dynamodb/transaction';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';
import { epochCheck } from './sessions-table';

/** A browser whose user has proved who they are. Times are unix seconds. */
export interface BrowserItem {
  secretHash: string;
  /** When they last did, by a sign-in or a mailed link. */
  signedInAt: number;
  /** accountOf the address of the mailed link: the profile, which names the user's, begins at the first sign-in. */
  account?: string;
  /** Also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, secretHash: string) => ({ pk: userKey(userId), sk: sortKeys.browser(secretHash) });

/** Writes nothing and returns false if the user's credential epoch is no longer `epoch`, or the user is deleted. */
export const putBrowser = (userId: string, epoch: number, browser: BrowserItem): Promise<boolean> =>
  writeAll([epochCheck(userId, epoch), putWrite(usersTable(), keyOf(userId, browser.secretHash), browser)]);

export const listBrowsers = (userId: string): Promise<BrowserItem[]> =>
  queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.browser('') });

/** Undefined if it is not known as this user's. */
export async function readBrowser(userId: string, secretHash: string): Promise<BrowserItem | undefined> {
  const item = await getItem<BrowserItem>(usersTable(), keyOf(userId, secretHash));
  return item && item.expiresAt > clock.seconds() ? item : undefined;
}

export async function deleteBrowser(userId: string, secretHash: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId, secretHash));
}
