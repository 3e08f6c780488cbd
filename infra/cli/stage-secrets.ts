import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import StripeSdk, { type Stripe } from 'stripe';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';

/**
 * The JSON of a stage's secret, read with the credentials of the shell; undefined if the stage has no such secret yet.
 * @throws if the credentials do not give access to it
 */
export async function readStageSecret(
  stage: StageSettings,
  what: 'stripe' | 'records',
): Promise<Record<string, string> | undefined> {
  const name = (what === 'stripe' ? stage.stripe.secretName : undefined) ?? physicalName(stage.name, what);
  const client = new SecretsManagerClient({ region: stage.region });
  try {
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    return JSON.parse(SecretString) as Record<string, string>;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

/** Stripe's own client for a secret key; `base` names another Stripe-compatible server. */
export function stripeClient(secretKey: string, base?: string): Stripe {
  if (base === undefined) return new StripeSdk(secretKey, { timeout: 10_000, telemetry: false });
  const { protocol, hostname, port } = new URL(base);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new StripeSdk(secretKey, {
    timeout: 10_000,
    telemetry: false,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
  });
}
