import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { recoveryCodeCount } from '#shared/model/account';
import { newSecret, randomText } from '#functions/platform/crypto';
import { putRecoveryCodes, readRecoveryCodes, removeRecoveryCode, type RecoveryCodes } from './recovery-codes-table';

/** Digits and capital letters without look-alikes: 32 of them, so ten give 50 bits. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const half = 5;

/** scrypt with Node's own cost (N = 2^14, 16 MB): 50 bits alone are too few for a plain hash (ASVS 6.5.2). */
const derive = promisify<string, string, number, Buffer>(scrypt);

const draw = (): string => randomText(letters, half);

async function hashOf(code: string, salt: string): Promise<string> {
  return (await derive(code.toUpperCase().replaceAll('-', ''), salt, 32)).toString('base64url');
}

export async function hashRecoveryCodes(codes: readonly string[]): Promise<RecoveryCodes> {
  const salt = newSecret();
  const hashes: string[] = [];
  // One after the other: each takes 16 MB.
  for (const code of codes) hashes.push(await hashOf(code, salt));
  return { salt, hashes };
}

/** Ten new codes such as `7K2QX-9MABC`, which replace the old ones. Only hashes are kept. */
export async function newRecoveryCodes(userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${draw()}-${draw()}`);
  await putRecoveryCodes(userId, await hashRecoveryCodes(codes));
  return codes;
}

/** Uses up a code; false if it is not an unused code of the user. Of two calls at once, one may return false. */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const kept = await readRecoveryCodes(userId);
  // The same work without codes, so that the time does not reveal whether there are any.
  const hash = await hashOf(code, kept?.salt ?? userId);
  return kept !== undefined && kept.hashes.includes(hash) && (await removeRecoveryCode(userId, kept, hash));
}
