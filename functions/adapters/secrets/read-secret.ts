import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { clock } from '../clock';
import { secretsManager } from './client';

/**
 * How long a container trusts what it has read: a rotated secret is in use everywhere after five minutes.
 * Milliseconds.
 */
const trusted = 5 * 60 * 1000;

const read = new Map<string, { at: number; value: Promise<unknown> }>();

/** The value in force, or the one before it, which stays known for a rotation's time. */
export type SecretVersion = 'AWSCURRENT' | 'AWSPREVIOUS';

async function fetchSecret(arn: string, version: SecretVersion): Promise<unknown> {
  const { SecretString } = await secretsManager.send(
    new GetSecretValueCommand({ SecretId: arn, VersionStage: version }),
  );
  if (!SecretString) throw new Error(`The secret ${arn} has no text`);
  return JSON.parse(SecretString) as unknown;
}

/**
 * The JSON of a secret, kept in the container for five minutes; no older than `maxAge` milliseconds where the caller
 * has reason to doubt what it has. Calls at once share one request; a failed one is not kept.
 */
export function readSecret(
  arn: string,
  maxAge: number = trusted,
  version: SecretVersion = 'AWSCURRENT',
): Promise<unknown> {
  const key = `${arn} ${version}`;
  const known = read.get(key);
  if (known && clock.now() - known.at < maxAge) return known.value;
  const value = fetchSecret(arn, version);
  const entry = { at: clock.now(), value };
  read.set(key, entry);
  value.catch(() => {
    if (read.get(key) === entry) read.delete(key);
  });
  return value;
}
