import { deleteItem, getItem, putItem } from '#functions/platform/dynamodb/items';
import { deleteWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { clock } from './clock';
import { onlyItem, usersTable } from './users-table';

/**
 * What is kept under the hash of a secret that somebody else has, by its kind: with a cookie, a registration that waits
 * for its code and a sign-in that waits for its second step; with a mail, what deletes a registration, makes its
 * receiver a shop's invoice address, or invites an owner who was moved in; an administrator's master password.
 */
type SecretKind = 'REGISTRATION' | 'CHALLENGE' | 'CANCELLATION' | 'INVOICE-ADDRESS' | 'INVITATION' | 'MASTER-PASSWORD';

interface Expiring {
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

export const secretKey = (kind: SecretKind, secretHash: string) => ({ pk: `${kind}#${secretHash}`, sk: onlyItem });

export const putSecretItem = (kind: SecretKind, secretHash: string, item: Expiring): Promise<void> =>
  putItem(usersTable(), secretKey(kind, secretHash), item);

/** Undefined if there is none, or it has expired. */
export async function readSecretItem<T extends Expiring>(kind: SecretKind, secretHash: string): Promise<T | undefined> {
  const item = await getItem<T>(usersTable(), secretKey(kind, secretHash));
  return item && item.expiresAt > clock.seconds() ? item : undefined;
}

/** Returns whether there was one. */
export const deleteSecretItem = async (kind: SecretKind, secretHash: string): Promise<boolean> =>
  (await deleteItem(usersTable(), secretKey(kind, secretHash))) !== undefined;

export const deleteSecretWrite = (kind: SecretKind, secretHash: string): Write =>
  deleteWrite(usersTable(), secretKey(kind, secretHash));
