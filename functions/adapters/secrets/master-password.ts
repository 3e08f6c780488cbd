import { randomInt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { hash } from '../ids';
import { readSecret } from './read-secret';
import { writeSecret } from './write-secret';

const secretSchema = z.object({ masterPassword: z.string().check(z.minLength(16)) });

/**
 * How old what a container has read may be when somebody signs in (milliseconds): a rotated one counts within a
 * minute.
 */
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
  const next = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  await writeSecret(requireEnv('MASTER_PASSWORD_SECRET_ARN'), { masterPassword: next });
}
