import { exists } from '../dynamodb/expressions';
import { deleteItem, getItem, putItem, updateItemIf } from '../dynamodb/items';
import { invoiceAddressKey, onlyItem, sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** An invoice address of a shop that waits for the click on its mailed link. */
interface WaitingInvoiceAddress {
  userId: string;
  customerId: string;
  email: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (secretHash: string) => ({ pk: invoiceAddressKey(secretHash), sk: onlyItem });

/** Kept under the hash of the mailed secret. */
export const putInvoiceAddress = (secretHash: string, waiting: WaitingInvoiceAddress): Promise<void> =>
  putItem(usersTable(), keyOf(secretHash), waiting);

/** The waiting address of a mailed secret, or undefined; it may have expired. */
export const readInvoiceAddress = (secretHash: string): Promise<WaitingInvoiceAddress | undefined> =>
  getItem(usersTable(), keyOf(secretHash));

export async function deleteInvoiceAddress(secretHash: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(secretHash));
}

/** Keeps the proven invoice address of a shop with its ownership; false if the user does not have the shop any more. */
export const keepInvoiceAddress = async (userId: string, customerId: string, email: string): Promise<boolean> =>
  (await updateItemIf(
    usersTable(),
    { pk: userKey(userId), sk: sortKeys.shop(customerId) },
    { set: { invoiceEmail: email }, ...exists },
  )) !== undefined;
