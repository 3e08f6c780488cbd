import { deleteItem, getItem, putItem, updateItemIf } from '../dynamodb/items';
import { usersTable } from './table';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.recoveryCodes });

/** The codes of a user that are not used yet, hashed with one salt. */
export interface RecoveryCodes {
  salt: string;
  hashes: ReadonlySet<string>;
}

/** Replaces earlier ones. `now` in unix seconds. */
export const putRecoveryCodes = (userId: string, { salt, hashes }: RecoveryCodes, now: number): Promise<void> =>
  putItem(usersTable(), keyOf(userId), { salt, hashes: new Set(hashes), createdAt: now });

export async function readRecoveryCodes(userId: string): Promise<RecoveryCodes | undefined> {
  const item = await getItem<{ salt: string; hashes?: Set<string> }>(usersTable(), keyOf(userId));
  // DynamoDB keeps no empty set: when the last code is used, the attribute disappears.
  return item && { salt: item.salt, hashes: item.hashes ?? new Set() };
}

/** Uses a code up; false if another call used it first. */
export const takeRecoveryCode = async (userId: string, hash: string): Promise<boolean> =>
  (await updateItemIf(usersTable(), keyOf(userId), {
    takeFromSets: ['hashes :one'],
    if: 'contains(hashes, :hash)',
    values: { one: new Set([hash]), hash },
  })) !== undefined;

export async function deleteRecoveryCodes(userId: string): Promise<void> {
  await deleteItem(usersTable(), keyOf(userId));
}
