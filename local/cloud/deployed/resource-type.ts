import type { Clients } from '../services/clients';
import type { Deployed } from './deployed';

/** A resource to be made, its properties resolved. */
interface Declaration {
  region: string;
  account: string;
  properties: Record<string, unknown>;
  /** Folder behind an asset's object key. */
  asset: (objectKey: string) => string | undefined;
  /** A name for a resource that declares none. */
  generatedName: string;
  /** Its id, if an earlier run made it. */
  remembered: string | undefined;
}

/** An existing resource: the values of its `Ref` and `Fn::GetAtt`. */
export interface Made {
  ref: string;
  attributes: Record<string, string>;
  /** It has data, so the next run finds it again, with these settings only. */
  remember?: true;
}

export interface ResourceContext {
  clients: Clients;
  deployed: Deployed;
  /** Origin of the portal. */
  portalUrl: string;
}

/** How resources of a type are made: created if they do not exist. */
export interface ResourceType {
  types: readonly string[];
  make(declaration: Declaration, context: ResourceContext): Promise<Made>;
}
