import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { hash, randomText } from '../ids';
import { readSecret, writeSecret } from './secrets';

const secretSchema = z.object({ masterPassword: z.string().check(z.minLength(16)) });

/** The oldest reading that counts at a sign-in, in milliseconds: a rotated password is in force within a minute. */
const trusted = 60 * 1000;

/** Letters and digits that are told apart in any font. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
/** 28 of them are 162 bits. */
const length = 28;

/** The master password of this stage as it is now. */
export async function masterPassword(maxAge = 0): Promise<string> {
  return secretSchema.parse(await readSecret(requireEnv('MASTER_PASSWORD_SECRET_ARN'), maxAge)).masterPassword;
}

/** Compared in constant time. */
export async function isMasterPassword(given: string): Promise<boolean> {
  return timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(await masterPassword(trusted))));
}

/** Puts a new one in force. */
export async function rotateMasterPassword(): Promise<void> {
  await writeSecret(requireEnv('MASTER_PASSWORD_SECRET_ARN'), { masterPassword: randomText(letters, length) });
}
