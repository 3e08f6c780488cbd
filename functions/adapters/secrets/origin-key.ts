import { timingSafeEqual } from 'node:crypto';
import { ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { hash } from '../ids';
import { readSecret, type SecretVersion } from './secrets';

const secretSchema = z.object({ originKey: z.string().check(z.minLength(16)) });

/** The key of a version; undefined if there is no such version. */
async function originKey(version: SecretVersion): Promise<string | undefined> {
  try {
    return secretSchema.parse(await readSecret(requireEnv('ORIGIN_SECRET_ARN'), undefined, version)).originKey;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/**
 * Whether a value is the key that CloudFront sends, compared in constant time. The previous key counts too, because
 * CloudFront sends it until the deployment that gives it the new one.
 */
export async function isOriginKey(given: string): Promise<boolean> {
  for (const version of ['AWSCURRENT', 'AWSPREVIOUS'] as const) {
    const key = await originKey(version);
    if (key !== undefined && timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(key)))) return true;
  }
  return false;
}
