import { readFileSync } from 'node:fs';
import { ArnFormat, Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Canary, Code, Runtime, Schedule, Test } from 'aws-cdk-lib/aws-synthetics';
import { Construct } from 'constructs';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { closedBucket } from './closed-bucket';

export const signInCanaryName = (stage: StageSettings): string => physicalName(stage.name, 'sign-in');

/** Signs in through CloudFront as a test owner, whose address and password people put into a secret of its own. */
export class SignInCanary extends Construct {
  constructor(scope: Construct, { stage, minutes, portal }: { stage: StageSettings; minutes: number; portal: string }) {
    super(scope, 'SignIn');
    const secretName = physicalName(stage.name, 'canary');
    const secret = new Secret(this, 'Owner', {
      secretName,
      description: 'The test owner as whom the canary signs in: email and password. Put the values in by hand.',
      secretObjectValue: { email: SecretValue.unsafePlainText(''), password: SecretValue.unsafePlainText('') },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // CDK's own types disagree under exactOptionalPropertyTypes, although a bucket is an IBucket.
    const runs = new Bucket(this, 'Runs', {
      ...closedBucket(stage),
      lifecycleRules: [{ expiration: Duration.days(30) }],
    }) as IBucket;
    new Canary(this, 'Canary', {
      canaryName: signInCanaryName(stage),
      runtime: Runtime.SYNTHETICS_NODEJS_PUPPETEER_13_0,
      test: Test.custom({
        code: Code.fromInline(readFileSync('infra/constructs/sign-in-script.cjs', 'utf8')),
        handler: 'index.handler',
      }),
      environmentVariables: { PORTAL: portal, SECRET: secretName },
      schedule: Schedule.rate(Duration.minutes(minutes)),
      timeout: Duration.minutes(2),
      role: this.#role(stage, runs, secret),
      artifactsBucketLocation: { bucket: runs },
      provisionedResourceCleanup: true,
    });
  }

  /** CloudWatch user guide, "Required roles and permissions for canaries". */
  #role(stage: StageSettings, runs: IBucket, secret: Secret): Role {
    const allow = (actions: string[], resource: string, conditions = {}) =>
      new PolicyStatement({ actions, resources: [resource], conditions });
    const logs = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `/aws/lambda/cwsyn-${signInCanaryName(stage)}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        run: new PolicyDocument({
          statements: [
            allow(['secretsmanager:GetSecretValue'], secret.secretArn),
            allow(['s3:GetObject', 's3:PutObject'], runs.arnForObjects('*')),
            allow(['s3:GetBucketLocation'], runs.bucketArn),
            allow(['s3:ListAllMyBuckets'], '*'),
            allow(['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'], logs),
            allow(['cloudwatch:PutMetricData'], '*', {
              StringEquals: { 'cloudwatch:namespace': 'CloudWatchSynthetics' },
            }),
          ],
        }),
      },
    });
  }
}
