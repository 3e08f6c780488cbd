import { deleteItem, getItem, putItem } from '../dynamodb/items';
import { cancellationKey, confirmationMailKey, onlyItem } from './keys';
import { usersTable } from './table';

/** Whose registration the holder of a mailed link may delete. Times are unix seconds. */
interface CancellationItem {
  /** Hash of the address that the mail went to. */
  account: string;
  /** Also the item's TTL. */
  expiresAt: number;
}

const cancellationOf = (secretHash: string) => ({ pk: cancellationKey(secretHash), sk: onlyItem });
const mailOf = (account: string) => ({ pk: confirmationMailKey(account), sk: onlyItem });

/**
 * Keeps the hash of the secret with which the receiver of a confirmation mail can delete the registration, and that
 * such a mail went out: its code may be valid until `codeExpiresAt`. `account` is the hash of the address.
 */
export async function recordConfirmationMail(
  account: string,
  secretHash: string,
  { codeExpiresAt, expiresAt }: { codeExpiresAt: number; expiresAt: number },
): Promise<void> {
  await Promise.all([
    putItem(usersTable(), cancellationOf(secretHash), { account, expiresAt } satisfies CancellationItem),
    putItem(usersTable(), mailOf(account), { expiresAt: codeExpiresAt }),
  ]);
}

/** Whether a code that was mailed to this address may still confirm. `now` in unix seconds. */
export async function mayBeConfirmed(account: string, now: number): Promise<boolean> {
  const item = await getItem<{ expiresAt: number }>(usersTable(), mailOf(account));
  return item !== undefined && item.expiresAt > now;
}

/** The item of a mailed secret, or undefined; it may have expired. */
export const readCancellation = (secretHash: string): Promise<CancellationItem | undefined> =>
  getItem(usersTable(), cancellationOf(secretHash));

export async function deleteCancellation(secretHash: string): Promise<void> {
  await deleteItem(usersTable(), cancellationOf(secretHash));
}
