import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** One client for each container. */
export const secretsManager = new SecretsManagerClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 },
});
