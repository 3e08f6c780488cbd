import type { Clients } from '../services/clients';
import type { RememberedResource } from '../state/state-file';
import type { Deployed } from './deployed';

/** A resource to be made, its properties resolved. */
interface Declaration {
  logicalId: string;
  stackName: string;
  region: string;
  account: string;
  properties: Record<string, unknown>;
  /** Folder behind an asset's object key. */
  asset: (objectKey: string) => string | undefined;
  /** A name for a resource that declares none. */
  generatedName: string;
  /** The result of an earlier run. */
  remembered: RememberedResource | undefined;
  /** Hash of the properties; a difference from the remembered one means a changed template. */
  settings: string;
}

/** An existing resource: the values of its `Ref` and `Fn::GetAtt`. */
export interface Made {
  ref: string;
  attributes: Record<string, string>;
  /** Kept for the next run, if there is something to find again. */
  remember?: true;
}

export interface ResourceContext {
  clients: Clients;
  deployed: Deployed;
  /** Origin of the portal. */
  portalUrl: string;
}

/** How resources of a type are made: created if they do not exist, otherwise changed to the template's settings. */
export interface ResourceType {
  types: readonly string[];
  make(declaration: Declaration, context: ResourceContext): Promise<Made>;
}
