import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clock } from '../clock';

/** One client for each container. */
const secretsManager = new SecretsManagerClient({
  maxAttempts: 3,
  // Three tries end before the authorizer does (infra/functions/triggers.ts), and so before every call.
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** How long a container keeps a value, in milliseconds. After that, a rotated secret is in use everywhere. */
const keptFor = 5 * 60 * 1000;

const kept = new Map<string, { readAt: number; value: Promise<unknown> }>();

/** The current value, or the previous one, which stays readable after a rotation. */
export type SecretVersion = 'AWSCURRENT' | 'AWSPREVIOUS';

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
