import { awsServiceNames, type AwsServiceName, type ServiceName } from '../../services/services';
import type { AwsClient, ClientSettings, Clients } from '../deployed/resource-type';
import type { Outside } from './outside';

/** Clients of the cloud itself; embedded services take any key, real ones the caller's own. */
export function createClients(
  region: string,
  urls: Readonly<Record<ServiceName, string>>,
  outside: Outside,
): Clients & { destroy(): void } {
  const local = { accessKeyId: 'local', secretAccessKey: 'local' };
  const made = new Map<AwsServiceName, AwsClient>();
  const settingsOf = (service: AwsServiceName): ClientSettings => ({
    region,
    endpoint: urls[service],
    ...((outside.urls[service] === undefined || !outside.awsCredentials) && { credentials: local }),
  });
  return {
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
