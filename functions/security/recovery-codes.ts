import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { recoveryCodeCount } from '#shared/model/account';
import { clock } from '#functions/platform/clock';
import { newSecret, randomText } from '#functions/platform/crypto';
import { deleteItem, getItem, putItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { sortKeys, userKey, usersTable } from '#functions/platform/users-table';

/** Digits and capital letters without look-alikes: 32 of them, so ten give 50 bits. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const half = 5;

/** scrypt with Node's own cost (N = 2^14, 16 MB): 50 bits alone are too few for a plain hash (ASVS 6.5.2). */
const derive = promisify<string, string, number, Buffer>(scrypt);

const draw = (): string => randomText(letters, half);

async function hashOf(code: string, salt: string): Promise<string> {
  return (await derive(code.toUpperCase().replaceAll('-', ''), salt, 32)).toString('base64url');
}

export async function hashRecoveryCodes(codes: readonly string[]): Promise<{ salt: string; hashes: Set<string> }> {
  const salt = newSecret();
  const hashes = new Set<string>();
  // One after the other: each takes 16 MB.
  for (const code of codes) hashes.add(await hashOf(code, salt));
  return { salt, hashes };
}

/** Ten new codes such as `7K2QX-9MABC`, which replace the old ones. Only hashes are kept. */
export async function newRecoveryCodes(userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${draw()}-${draw()}`);
  await putRecoveryCodes(userId, await hashRecoveryCodes(codes), clock.seconds());
  return codes;
}

/** Uses up a code; false if it is not an unused code of the user. If two calls run at once, one returns true. */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const kept = await readRecoveryCodes(userId);
  // The same work without codes, so that the time does not reveal whether there are any.
  const hash = await hashOf(code, kept?.salt ?? userId);
  return kept !== undefined && kept.hashes.has(hash) && (await takeRecoveryCode(userId, hash));
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
const takeRecoveryCode = async (userId: string, hash: string): Promise<boolean> =>
  (await updateItemIf(usersTable(), codesOf(userId), {
    takeFromSets: ['hashes :one'],
    if: 'contains(hashes, :hash)',
    values: { one: new Set([hash]), hash },
  })) !== undefined;

export async function deleteRecoveryCodes(userId: string): Promise<void> {
  await deleteItem(usersTable(), codesOf(userId));
}
