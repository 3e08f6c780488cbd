import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, Dashboard, GraphWidget, TextWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { pageErrorLine } from '#shared/error-report';
import { allJobs } from '../functions/jobs';
import { physicalName } from '../stage/names';
import {
  failedJobsAlarm,
  taskAlarms,
  mailReputationAlarms,
  pageErrors,
  pageErrorsAlarm,
  smsSpendingAlarm,
  staffAlarm,
  tableAlarms,
} from './alarms';
import { apiAlarms, callAlarms, jobAlarms, triggerAlarms } from './function-alarms';
import {
  apiMetric,
  failuresByRoute,
  functionMetric,
  loggedErrors,
  ownNamespace,
  type AlarmDeclaration,
} from './metrics';
import type { StageSettings } from '../stage/stages';

/** The document with the instructions for each alarm. */
const runbook = 'docs/runbook.md';

interface Observed {
  stage: StageSettings;
  api: HttpApi;
  failedJobs: Queue;
  tasks: Queue;
  deadTasks: Queue;
  key: Key | undefined;
}

/** Alarms, each with the customer's loss and a section of the runbook; and one dashboard. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & Observed) {
    super(scope, id, props);
    const { stage, api, failedJobs, tasks, deadTasks, key } = props;
    const topic = new Topic(this, 'Alarms', {
      topicName: physicalName(stage.name, 'alarms'),
      enforceSSL: true,
      ...(key && { masterKey: key }),
    });
    // A topic with a policy of its own has lost SNS's default one, which lets CloudWatch publish (SNS developer guide,
    // "Example cases for Amazon SNS access control"; CloudWatch user guide, "Notifying users on alarm changes").
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (stage.alarmAddress !== undefined) topic.addSubscription(new EmailSubscription(stage.alarmAddress));
    const tell = new SnsAction(topic);

    const alarm = ({ name, impact, section, ...watched }: AlarmDeclaration): void => {
      const made = new Alarm(this, name, {
        alarmName: physicalName(stage.name, name),
        alarmDescription: `What customers lose: ${impact}. What to do: ${runbook}#${section}`,
        metric: watched.metric,
        threshold: watched.threshold,
        comparisonOperator: watched.comparison,
        evaluationPeriods: watched.periods,
        treatMissingData: watched.missing,
      });
      made.addAlarmAction(tell);
      made.addOkAction(tell);
    };

    const count = (name: string, field: string, value: string, metricName: string): void => {
      const logs = LogGroup.fromLogGroupName(this, `${name}-logs`, `/aws/lambda/${physicalName(stage.name, name)}`);
      logs.addMetricFilter(`${name}-errors`, {
        filterPattern: FilterPattern.stringValue(field, '=', value),
        metricNamespace: ownNamespace(stage.name),
        metricName,
      });
    };
    for (const { name } of allJobs) count(name, '$.level', 'ERROR', loggedErrors(name));
    count('report-client-error', '$.message', pageErrorLine, pageErrors);
    const declared = [
      ...apiAlarms(api.apiId),
      ...callAlarms(api.apiId),
      ...tableAlarms(stage.name),
      ...triggerAlarms(stage.name),
      smsSpendingAlarm,
      pageErrorsAlarm(stage.name),
      ...mailReputationAlarms(),
      staffAlarm(stage.name),
      ...allJobs.flatMap((job) => jobAlarms(stage, job)),
      ...taskAlarms(tasks, deadTasks),
      failedJobsAlarm(
        failedJobs.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(5) }),
      ),
    ];
    for (const one of declared) alarm(one);
    this.#dashboard(props);
  }

  #dashboard({ stage, api, failedJobs }: Observed): void {
    const graph = (title: string, left: IMetric[]): IWidget => new GraphWidget({ title, width: 8, height: 6, left });
    const latency = (statistic: string) => apiMetric(api.apiId, 'Latency', { statistic });
    const ofJobs = (metricName: 'Errors' | 'Invocations') =>
      allJobs.map(({ name }) => functionMetric(physicalName(stage.name, name), metricName).with({ label: name }));
    new Dashboard(this, 'Dashboard', {
      dashboardName: physicalName(stage.name, 'overview'),
      widgets: [
        [
          new TextWidget({
            markdown: `# Portal, stage ${stage.name}\nWhat each alarm means and what to do: ${runbook}`,
            width: 24,
            height: 2,
          }),
        ],
        [
          graph('Requests', [apiMetric(api.apiId, 'Count'), apiMetric(api.apiId, '4xx')]),
          graph('Failed requests by route', [failuresByRoute(api.apiId)]),
          graph('Response time (ms)', [latency('p50'), latency('p90'), latency('p99')]),
        ],
        [
          graph('Runs of jobs', ofJobs('Invocations')),
          graph('Failed runs of jobs', ofJobs('Errors')),
          graph('Jobs given up', [failedJobs.metricApproximateNumberOfMessagesVisible()]),
        ],
      ],
    });
  }
}
