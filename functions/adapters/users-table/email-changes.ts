import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { usersTable } from './table';
import { sortKeys, userKey } from './keys';

/** A new e-mail address that waits for its code. Times are unix seconds. */
interface EmailChangeItem {
  newEmail: string;
  /** When Cognito's code ends; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.emailChange });

/** Replaces an earlier one. */
export const putEmailChange = (userId: string, change: EmailChangeItem): Promise<void> =>
  putItem(usersTable(), keyOf(userId), change);

/** The waiting change, or undefined; it may have expired. */
export const readEmailChange = (userId: string): Promise<EmailChangeItem | undefined> =>
  getItem(usersTable(), keyOf(userId));

export async function deleteEmailChange(userId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId));
}
