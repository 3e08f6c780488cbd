import type { Duration } from 'aws-cdk-lib';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { PortalFunction } from '../constructs/portal-function';
import type { FunctionDeclaration, Resources } from './grants';

interface Declared<Needs extends keyof Resources> {
  /** Name of the function in the stage, and of its bundle. */
  name: string;
  declaration: FunctionDeclaration<Needs>;
  resources: Pick<Resources, Needs | 'stage'>;
  /** Folder of the bundles. */
  bundles: string;
  /** Receives the event of an asynchronous run that failed for good. */
  failed?: IQueue;
  /** The time until the next run makes up for a failed one. */
  nextRun?: Duration;
}

/** A function with its declaration and all its permissions. */
export function createFunction<Needs extends keyof Resources>(
  scope: Construct,
  { declaration, resources, ...rest }: Declared<Needs>,
): PortalFunction {
  const { permissions, ...settings } = declaration;
  const target = new PortalFunction(scope, { ...rest, ...settings, stage: resources.stage });
  for (const grant of permissions) grant(target, resources);
  return target;
}
