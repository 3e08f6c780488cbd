import { awsServiceNames, type AwsServiceName, type ServiceName } from '../../services/services';
import type { Outside } from './outside';

/** The settings of every AWS SDK client here. */
interface ClientSettings {
  region: string;
  endpoint: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}
interface AwsClient {
  destroy(): void;
}

/** The AWS APIs that make resources; embedded services take any key, real ones the caller's own. */
export function createClients(region: string, urls: Readonly<Record<ServiceName, string>>, outside: Outside) {
  const local = { accessKeyId: 'local', secretAccessKey: 'local' };
  const made = new Map<AwsServiceName, AwsClient>();
  const settingsOf = (service: AwsServiceName): ClientSettings => ({
    region,
    endpoint: urls[service],
    ...((outside.urls[service] === undefined || !outside.awsCredentials) && { credentials: local }),
  });
  return {
    /** The SDK's client of a service, made once: `clients.of('sns', SNSClient)`. */
    of<Client extends AwsClient>(
      service: AwsServiceName,
      Constructor: new (settings: ClientSettings) => Client,
    ): Client {
      const client = made.get(service) ?? new Constructor(settingsOf(service));
      made.set(service, client);
      return client as Client;
    },
    destroy: () => awsServiceNames.forEach((service) => made.get(service)?.destroy()),
  };
}
export type Clients = ReturnType<typeof createClients>;

/** For the rejection of an AWS request: undefined if what it names does not exist; throws any other error again. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
  throw error;
}
