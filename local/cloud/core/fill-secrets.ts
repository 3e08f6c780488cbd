import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

interface FillOptions {
  client: SecretsManagerClient;
  arns: Iterable<string>;
  /** By the key of the secret's JSON: `{secretKey: "sk_test_local"}`. */
  values: Record<string, string>;
  /** Whether an existing value is replaced; a real Secrets Manager keeps its own. */
  replace: boolean;
}

/**
 * Writes the outside services' keys into the secrets that the templates left empty, as a person does after the first
 * deployment. Returns what all secrets hold then.
 */
export async function fillSecrets({ client, arns, values, replace }: FillOptions): Promise<Record<string, unknown>> {
  const held: Record<string, unknown> = {};
  for (const SecretId of arns) {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }));
    if (!SecretString.startsWith('{')) continue;
    const present = JSON.parse(SecretString) as Record<string, unknown>;
    const wanted = Object.entries(values).filter(
      ([key, value]) => key in present && present[key] !== value && (replace || present[key] === ''),
    );
    Object.assign(held, present, Object.fromEntries(wanted));
    if (wanted.length > 0)
      await client.send(
        new PutSecretValueCommand({
          SecretId,
          SecretString: JSON.stringify({ ...present, ...Object.fromEntries(wanted) }),
        }),
      );
  }
  return held;
}
