import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { EnvironmentName } from '#shared/environment';
import { callTimeout } from '#shared/constants';
import type { FunctionDeclaration, Resources } from '../functions/permissions';
import { physicalName, removalPolicyOf } from '../stage/names';

interface Declared<Needs extends keyof Resources> {
  /** Name of the function in the stage, and of its bundle in the folder `bundles`. */
  name: string;
  declaration: FunctionDeclaration<Needs>;
  resources: Pick<Resources, Needs | 'stage'>;
  bundles: string;
  /** Receives the event of an asynchronous run that failed for good. */
  failed?: IQueue;
  /** The time until the next run makes up for a failed one: an asynchronous run is not repeated then. */
  nextRun?: Duration;
}

/** A declared Lambda function with this portal's defaults, its permissions, a role and a log group of its own. */
export class PortalFunction<Needs extends keyof Resources = never> extends Construct {
  readonly lambda: Function;
  readonly #policy = new PolicyDocument();

  constructor(scope: Construct, { declaration, resources, ...props }: Declared<Needs>) {
    super(scope, props.name);
    const { stage } = resources;
    const functionName = physicalName(stage.name, props.name);
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: this.#policy },
    });
    // The ARN of a log group covers its streams (it ends in `:*`).
    this.allow('logs', ['CreateLogStream', 'PutLogEvents'], [logGroup.logGroupArn]);
    if (props.failed) this.allow('sqs', ['SendMessage'], [props.failed.queueArn]);
    this.lambda = new Function(this, 'Function', {
      functionName,
      description: `If it fails: ${declaration.errorImpact}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(props.bundles, props.name)),
      role: role.withoutPolicyUpdates(),
      logGroup,
      memorySize: 512, // decisions/stages
      timeout: Duration.seconds(declaration.timeout ?? callTimeout),
      ...(stage.reserveConcurrency &&
        declaration.concurrency !== undefined && { reservedConcurrentExecutions: declaration.concurrency }),
      ...(props.failed && {
        onFailure: new SqsDestination(props.failed),
        retryAttempts: 2,
        maxEventAge: Duration.hours(1),
      }),
      ...(props.nextRun && { retryAttempts: 0, maxEventAge: props.nextRun }),
    });
    this.setEnvironment({ STAGE: stage.name });
    for (const permission of declaration.permissions) permission(this, resources);
  }

  /** Allows these actions of a service on these resources (ARNs). */
  allow(
    service: string,
    names: readonly string[],
    resources: string[],
    conditions: Record<string, Record<string, string>> = {},
  ): void {
    const actions = names.map((name) => `${service}:${name}`);
    this.#policy.addStatements(new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions }));
  }

  setEnvironment(values: Partial<Record<EnvironmentName, string | undefined>>): void {
    for (const [name, value] of Object.entries(values))
      if (value !== undefined) this.lambda.addEnvironment(name, value);
  }
}
