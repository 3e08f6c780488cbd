import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { hash, randomText } from '../ids';
import { readSecret, writeSecret } from './secrets';

const secretSchema = z.object({ masterPassword: z.string().check(z.minLength(16)) });

/** The oldest cached value that a sign-in may use, in milliseconds: a rotated password takes effect within a minute. */
const trusted = 60 * 1000;

/** Letters and digits that look different in any font. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
/** 28 characters are 162 bits. */
const length = 28;

/** The current master password of this stage. */
export async function masterPassword(maxAge = 0): Promise<string> {
  return secretSchema.parse(await readSecret(requireEnv('MASTER_PASSWORD_SECRET_ARN'), maxAge)).masterPassword;
}

/** Compared in constant time. */
export async function isMasterPassword(given: string): Promise<boolean> {
  return timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(await masterPassword(trusted))));
}

/** Replaces the master password. */
export async function rotateMasterPassword(): Promise<void> {
  await writeSecret(requireEnv('MASTER_PASSWORD_SECRET_ARN'), { masterPassword: randomText(letters, length) });
}
