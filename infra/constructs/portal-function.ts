import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { env, type EnvironmentName } from '#shared/environment';
import { acknowledge } from '../acknowledge';
import { physicalName } from '../names';
import { removalPolicyOf } from '../removal-policy';
import type { StageSettings } from '../stages';

export interface PortalFunctionProps {
  stage: StageSettings;
  /** Name of the bundle under build/functions, and of the function in the stage. */
  name: string;
  /** Folder of the bundles. */
  bundles: string;
  /** What a customer loses when it fails, in words; stands in the function's description and in its alarm. */
  errorImpact: string;
  /** Merged over the defaults, one name at a time. */
  environment?: Partial<Record<EnvironmentName, string>>;
  /** @default 15 seconds: half of what the gateway waits */
  timeout?: Duration;
  /** Megabytes. @default 512 (docs/decisions/030) */
  memory?: number;
  /**
   * How many of it may run at once, where a vendor's rate or the work itself asks for a limit and the stage reserves
   * concurrency.
   */
  atOnce?: number | undefined;
  /** Where the event of an asynchronous run goes when the run has failed for good. */
  failed?: IQueue;
}

/**
 * A Lambda function with this portal's defaults, a role and a log group of its own, and grants that add permission
 * and variable together.
 */
export class PortalFunction extends Construct {
  readonly lambda: Function;
  readonly #policy = new PolicyDocument();

  constructor(scope: Construct, props: PortalFunctionProps) {
    super(scope, props.name);
    const { stage } = props;
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
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    // X-Ray knows no resources to name (Service Authorization Reference, "Actions for AWS X-Ray").
    this.allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']);
    acknowledge(role, { 'IAM5[Resource::*]': 'X-Ray knows no resources to name' });
    if (props.failed) this.allow(['sqs:SendMessage'], [props.failed.queueArn]);
    this.lambda = new Function(this, 'Function', {
      functionName,
      description: `If it fails: ${props.errorImpact}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(props.bundles, props.name)),
      role: role.withoutPolicyUpdates(),
      logGroup,
      memorySize: props.memory ?? 512,
      timeout: props.timeout ?? Duration.seconds(15),
      tracing: Tracing.ACTIVE,
      ...(props.atOnce !== undefined && stage.reserveConcurrency && { reservedConcurrentExecutions: props.atOnce }),
      ...(props.failed && {
        onFailure: new SqsDestination(props.failed),
        retryAttempts: 2,
        maxEventAge: Duration.hours(1),
      }),
    });
    this.setEnvironment({ STAGE: stage.name, ...props.environment });
  }

  /** Gives exactly these actions on exactly these resources. */
  allow(actions: string[], resources: string[]): void {
    this.#policy.addStatements(new PolicyStatement({ effect: Effect.ALLOW, actions, resources }));
  }

  setEnvironment(values: Partial<Record<EnvironmentName, string | undefined>>): void {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) this.lambda.addEnvironment(env[name as EnvironmentName], value);
    }
  }
}
