import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SNSClient } from '@aws-sdk/client-sns';
import type { RememberedResource } from '../state/state-file';
import type { Deployed } from './deployed';

/** The AWS APIs that resources are made through, on the embedded services or on real ones. */
export interface Clients {
  dynamodb: DynamoDBClient;
  cognito: CognitoIdentityProviderClient;
  sns: SNSClient;
  secrets: SecretsManagerClient;
}

/** A resource to be made, its properties resolved. */
export interface Declaration {
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
