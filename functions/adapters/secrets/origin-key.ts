import { timingSafeEqual } from 'node:crypto';
import { ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { hash } from '../ids';
import { readSecret, type SecretVersion } from './secrets';

const secretSchema = z.object({ originKey: z.string().check(z.minLength(16)) });

/** The key of a version; undefined if there is no such version. */
async function originKey(version: SecretVersion, maxAge?: number): Promise<string | undefined> {
  try {
    return secretSchema.parse(await readSecret(requireEnv('ORIGIN_SECRET_ARN'), maxAge, version)).originKey;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The oldest keys that a refusal may rely on, in milliseconds. Older ones are read again first. */
const refusesBy = 10_000;

/**
 * Whether a value is the key that CloudFront sends, compared in constant time. The previous key is accepted too,
 * because CloudFront sends it until the deployment that gives it the new one. A recently renewed key must not be
 * refused, because the gateway would keep the refusal.
 */
export async function isOriginKey(given: string): Promise<boolean> {
  for (const maxAge of [undefined, refusesBy]) {
    for (const version of ['AWSCURRENT', 'AWSPREVIOUS'] as const) {
      const key = await originKey(version, maxAge);
      if (key !== undefined && timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(key)))) return true;
    }
  }
  return false;
}
