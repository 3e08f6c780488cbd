import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { secretsManager } from './client';

/** Puts a new value in force; the one before stays as the previous version. */
export async function writeSecret(arn: string, value: Record<string, unknown>): Promise<void> {
  await secretsManager.send(new PutSecretValueCommand({ SecretId: arn, SecretString: JSON.stringify(value) }));
}
