import { deleteItemIf, getItem, putItem } from '../dynamodb/items';
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

/** Deletes the change to this address; one to another address, requested since, stays. */
export async function deleteEmailChange(userId: string, newEmail: string): Promise<void> {
  await deleteItemIf(usersTable(), keyOf(userId), { if: 'newEmail = :newEmail', values: { newEmail } });
}
