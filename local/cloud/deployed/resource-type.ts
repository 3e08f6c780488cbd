import type { AwsServiceName } from '../../services/services';
import type { RememberedResource } from '../state/state-file';
import type { Deployed } from './deployed';

/** How a client of the AWS SDK is made here. */
export interface ClientSettings {
  region: string;
  endpoint: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

export interface AwsClient {
  destroy(): void;
}

/** The AWS APIs that resources are made through, on the embedded services or on real ones. */
export interface Clients {
  /** The SDK's client of a service, made once: `clients.of('sns', SNSClient)`. */
  of<Client extends AwsClient>(service: AwsServiceName, Constructor: new (settings: ClientSettings) => Client): Client;
}

/** A resource to be made, its properties resolved. */
interface Declaration {
  logicalId: string;
  stackName: string;
  region: string;
  account: string;
  properties: Record<string, unknown>;
  /** Folder behind an asset's object key. */
  asset: (objectKey: string) => string | undefined;
  /** A name of its own for a resource that declares none. */
  generatedName: string;
  /** What was made from it on an earlier run. */
  remembered: RememberedResource | undefined;
  /** Hash of the properties; compare with the remembered one to see a changed template. */
  settings: string;
}

/** A resource that stands: what `Ref` and `Fn::GetAtt` answer of it. */
export interface Made {
  ref: string;
  attributes: Record<string, string>;
  /** Kept for the next run, where there is something to find again. */
  remember?: true;
}

export interface ResourceContext {
  clients: Clients;
  deployed: Deployed;
  /** Origin of the portal. */
  portalUrl: string;
}

/**
 * How resources of a type are made: created where they do not exist, brought to the template's settings where they
 * do.
 */
export interface ResourceType {
  types: readonly string[];
  make(declaration: Declaration, context: ResourceContext): Promise<Made>;
}
