import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { recoveryCodeCount } from '#shared/model/security';
import { clock } from '../../adapters/clock';
import { newSecret, randomText } from '../../adapters/ids';
import { putRecoveryCodes, readRecoveryCodes, takeRecoveryCode } from '../../adapters/users-table/recovery-codes';

/** Digits and capital letters without those that are taken for others: 32 of them, 50 bits in ten. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const half = 5;

/** scrypt with Node's own cost (N = 2^14, 16 MB): 50 bits alone are too few for a plain hash (ASVS 6.5.2). */
const derive = promisify<string, string, number, Buffer>(scrypt);

const draw = (): string => randomText(letters, half);

async function hashOf(code: string, salt: string): Promise<string> {
  return (await derive(code.toUpperCase().replaceAll('-', ''), salt, 32)).toString('base64url');
}

/** Ten new codes like `7K2QX-9MABC` in the place of the old ones; from now on nobody but the user knows them. */
export async function newRecoveryCodes(userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${draw()}-${draw()}`);
  const salt = newSecret();
  const hashes: string[] = [];
  // One after the other: each takes 16 MB.
  for (const code of codes) hashes.push(await hashOf(code, salt));
  await putRecoveryCodes(userId, { salt, hashes: new Set(hashes) }, clock.seconds());
  return codes;
}

/** Uses a code up; false where it is none of the user's unused ones. Of two at once one is true. */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const kept = await readRecoveryCodes(userId);
  // The same work where there are none, so that the time tells nothing.
  const hash = await hashOf(code, kept?.salt ?? userId);
  return kept !== undefined && kept.hashes.has(hash) && (await takeRecoveryCode(userId, hash));
}
