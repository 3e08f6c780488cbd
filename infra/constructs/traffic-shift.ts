import { Duration } from 'aws-cdk-lib';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type Function, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ListedCall } from '#shared/contract/index';
import { physicalName } from '../stage/names';
import { counted, ownNamespace, sum } from '../stacks/metrics';
import { runbook } from './bells';

/**
 * The name by which a route reaches the newest version of its function. A new version gets a tenth of the requests for
 * five minutes; if the route fails twice in one of them, CodeDeploy gives it none any more, and CloudFormation takes
 * the whole stack back.
 */
export class TrafficShift extends Construct {
  readonly target: IFunction;

  constructor(scope: Construct, call: ListedCall, lambda: Function, stage: string) {
    super(scope, `${call.name}-shift`);
    // CDK's own types disagree under exactOptionalPropertyTypes, although an alias is an IFunction.
    const version = lambda.currentVersion as IVersion;
    const alias = new Alias(this, 'Live', { aliasName: 'live', version });
    this.target = alias as IFunction;
    const name = physicalName(stage, `${call.name}-shift`);
    const failures = { Route: `${call.method} ${call.path}` };
    const alarm = new Alarm(this, 'Failed', {
      alarmName: name,
      alarmDescription: `CodeDeploy takes back a new version that fails: ${runbook}#going-back-to-an-older-version`,
      metric: sum(ownNamespace(stage), counted.failures, failures, Duration.minutes(1)),
      threshold: 2,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    new LambdaDeploymentGroup(this, 'Group', {
      application: new LambdaApplication(this, 'Application', { applicationName: name }),
      deploymentGroupName: name,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarm],
    });
  }
}
