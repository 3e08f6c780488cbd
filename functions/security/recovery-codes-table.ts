import { deleteItem, getItem, putItem, putItemIf } from '#functions/platform/dynamodb/items';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';

/** The codes of a user that are not used yet, hashed with one salt. */
export interface RecoveryCodes {
  salt: string;
  hashes: readonly string[];
}

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.recoveryCodes });

/** Replaces earlier ones. */
export const putRecoveryCodes = (userId: string, codes: RecoveryCodes): Promise<void> =>
  putItem(usersTable(), keyOf(userId), codes);

export const readRecoveryCodes = (userId: string): Promise<RecoveryCodes | undefined> =>
  getItem(usersTable(), keyOf(userId));

/** Removes a code from those that were read; false if another call has changed them since. */
export const removeRecoveryCode = (userId: string, { salt, hashes }: RecoveryCodes, hash: string): Promise<boolean> =>
  putItemIf(
    usersTable(),
    keyOf(userId),
    { salt, hashes: hashes.filter((one) => one !== hash) },
    { if: 'contains(hashes, :hash) AND size(hashes) = :count', values: { hash, count: hashes.length } },
  );

export async function deleteRecoveryCodes(userId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId));
}
