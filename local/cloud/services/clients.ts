import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Clients } from '../deployed/resource-type';
import type { Outside } from './outside';
import type { AwsServiceName, ServiceName } from './service-name';

/** Clients of the cloud itself; embedded services take any key, real ones the caller's own. */
export function createClients(
  region: string,
  urls: Record<ServiceName, string>,
  outside: Outside,
): Clients & { destroy(): void } {
  const local = { accessKeyId: 'local', secretAccessKey: 'local' };
  const settings = (service: AwsServiceName) => ({
    region,
    endpoint: urls[service],
    ...((outside.urls[service] === undefined || !outside.awsCredentials) && { credentials: local }),
  });
  const clients = {
    dynamodb: new DynamoDBClient(settings('dynamodb')),
    cognito: new CognitoIdentityProviderClient(settings('cognito')),
    sns: new SNSClient(settings('sns')),
    secrets: new SecretsManagerClient(settings('secrets')),
  };
  return { ...clients, destroy: () => Object.values(clients).forEach((client) => client.destroy()) };
}
