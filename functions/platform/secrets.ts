import { timingSafeEqual } from 'node:crypto';
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { clock } from './clock';
import { hash } from './crypto';
import { requireEnv } from './environment';

const secretsManager = new SecretsManagerClient({
  maxAttempts: 3,
  // Three tries end before the authorizer does (infra/functions/worker.ts), and so before every call.
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** How long a container keeps a value, in milliseconds. After that, a rotated secret is in use everywhere. */
const keptFor = 5 * 60 * 1000;

const kept = new Map<string, { readAt: number; value: Promise<unknown> }>();

/** The current value, or the previous one, which stays readable after a rotation. */
type SecretVersion = 'AWSCURRENT' | 'AWSPREVIOUS';

async function fetchSecret(arn: string, version: SecretVersion): Promise<unknown> {
  const { SecretString } = await secretsManager.send(
    new GetSecretValueCommand({ SecretId: arn, VersionStage: version }),
  );
  if (!SecretString) throw new Error(`The secret ${arn} has no text`);
  return JSON.parse(SecretString) as unknown;
}

/**
 * The JSON of a secret, kept in the container for five minutes; `maxAge` (milliseconds) requires a newer reading.
 * Concurrent calls share one request; a failed one is not kept.
 */
export function readSecret(
  arn: string,
  maxAge: number = keptFor,
  version: SecretVersion = 'AWSCURRENT',
): Promise<unknown> {
  const key = `${arn} ${version}`;
  const known = kept.get(key);
  if (known && clock.now() - known.readAt < maxAge) return known.value;
  const entry = { readAt: clock.now(), value: fetchSecret(arn, version) };
  kept.set(key, entry);
  entry.value.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return entry.value;
}

/** Compares in constant time. */
const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(secret)));

/** Cognito's limits for a client's secret (API_AddUserPoolClientSecret). */
const clientSecretSchema = z.object({ clientSecret: z.string().check(z.regex(/^[\w+]{24,64}$/)) });

/** The secret of Cognito's app client. A renewed one is in use everywhere after five minutes. */
export const clientSecret = async (): Promise<string> =>
  clientSecretSchema.parse(await readSecret(requireEnv('CLIENT_SECRET_ARN'))).clientSecret;

const originKeySchema = z.object({ originKey: z.string().check(z.minLength(16)) });

async function originKey(version: SecretVersion, maxAge?: number): Promise<string | undefined> {
  try {
    return originKeySchema.parse(await readSecret(requireEnv('ORIGIN_SECRET_ARN'), maxAge, version)).originKey;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The oldest keys that a refusal may rely on, in milliseconds. Older ones are read again first. */
const refusesBy = 10_000;

/**
 * Whether a value is the key that CloudFront sends. The previous key is accepted too, because CloudFront sends it until
 * the deployment that gives it the new one. A recently renewed key must not be refused, because the gateway would keep
 * the refusal.
 */
export async function isOriginKey(given: string): Promise<boolean> {
  for (const maxAge of [undefined, refusesBy]) {
    for (const version of ['AWSCURRENT', 'AWSPREVIOUS'] as const) {
      const key = await originKey(version, maxAge);
      if (key !== undefined && isSame(given, key)) return true;
    }
  }
  return false;
}

/** No stranger finds 32 random characters. */
const webhookPathSchema = z.object({ webhookPath: z.string().check(z.minLength(32)) });

/** Whether a webhook's address ends in the secret that Kintone's apps were given. */
export async function isWebhookPath(given: string): Promise<boolean> {
  const { webhookPath } = webhookPathSchema.parse(await readSecret(requireEnv('WEBHOOK_SECRET_ARN')));
  return isSame(given, webhookPath);
}
