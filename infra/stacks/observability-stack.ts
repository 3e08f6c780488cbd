import { Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, TextWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, LogGroup, type IFilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { failedTaskLine } from '#shared/constants';
import { pageErrorLine } from '#shared/error-report';
import { Bells, runbook } from '../constructs/bells';
import { allJobs } from '../functions/jobs';
import { apiLogName, physicalName, vaultName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { alarmsOf } from './alarms';
import type { DataStack } from './data-stack';
import { apiMetric, counted, functionMetric, ownNamespace, sumOfEach } from './metrics';

interface Observed {
  stage: StageSettings;
  data: DataStack;
  api: HttpApi;
  failedJobs: Queue;
}

/** Alarms, each with the customer's loss, a first step and a section of the runbook; and one dashboard. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & Observed) {
    super(scope, id, props);
    const { stage, api, failedJobs } = props;
    const { key, tasks, deadTasks } = props.data;
    const bells = new Bells(this, stage, key);
    this.#count(stage);
    for (const one of alarmsOf(stage, { failedJobs, tasks, deadTasks, apiId: api.apiId })) bells.ring(one);
    if (key) this.#watchKey(stage, key, bells);
    if (stage.data === 'retain') this.#watchCopies(stage, bells);
    this.#dashboard(props);
  }

  /** Counts lines of logs. A metric with a dimension exists, and is paid for, only in hours with such a line. */
  #count({ name: stage }: StageSettings): void {
    const is = (field: string, value: string) => FilterPattern.stringValue(field, '=', value);
    const count = (
      group: string,
      filterPattern: IFilterPattern,
      metricName: string,
      { id = group, ...dimensions }: Record<string, string> = {},
    ): void => {
      LogGroup.fromLogGroupName(this, `${id}-logs`, group).addMetricFilter(`${id}-lines`, {
        filterPattern,
        metricNamespace: ownNamespace(stage),
        metricName,
        ...(Object.keys(dimensions).length > 0 && { dimensions }),
      });
    };
    const [gateway, logOf] = [apiLogName(stage), (name: string) => `/aws/lambda/${physicalName(stage, name)}`];
    count(gateway, is('$.status', '5*'), counted.failures, { Route: '$.route' });
    // The authorizer's own log has a wrong key once an hour; a 403 of the gateway itself has a text as its error.
    const refused = FilterPattern.all(is('$.status', '403'), FilterPattern.stringValue('$.error', '!=', '-'));
    count(gateway, refused, counted.refusals, { id: 'refusals' });
    const error = is('$.level', 'ERROR');
    for (const { name } of allJobs) count(logOf(name), error, counted.jobErrors, { Job: '$.job' });
    // A failed task is tried again, and alarms of the queue tell of it.
    const ofTasks = FilterPattern.all(error, FilterPattern.stringValue('$.message', '!=', failedTaskLine));
    count(logOf('run-tasks'), ofTasks, counted.jobErrors, { Job: '$.kind' });
    count(logOf('report-client-error'), is('$.message', pageErrorLine), counted.pageErrors);
  }

  /** Without the key all data are lost; CloudTrail tells of its deletion, which waits (docs/deploy.md, step 1). */
  #watchKey(stage: StageSettings, key: Key, { topics }: Bells): void {
    new Rule(this, 'KeyInDanger', {
      ruleName: physicalName(stage.name, 'key-in-danger'),
      description: `The key of all data is disabled or deleted: ${runbook}#the-key-is-in-danger`,
      eventPattern: {
        source: ['aws.kms'],
        detail: { eventName: ['DisableKey', 'ScheduleKeyDeletion'], resources: { ARN: [key.keyArn] } },
      },
      targets: [new SnsTopic(topics.page)],
    });
  }

  /** AWS Backup tells of each copy (AWS Backup developer guide, "Monitoring AWS Backup events using EventBridge"). */
  #watchCopies(stage: StageSettings, { topics }: Bells): void {
    const backupVaultName = [vaultName(stage)];
    new Rule(this, 'CopyFailed', {
      ruleName: physicalName(stage.name, 'copy-failed'),
      description: `The tables were not copied this night: ${runbook}#copies-of-the-tables`,
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: {
          state: ['ABORTED', 'EXPIRED', 'FAILED'],
          $or: [{ backupVaultName }, { sourceBackupVaultArn: [{ suffix: `:backup-vault:${backupVaultName[0]}` }] }],
        },
      },
      targets: [new SnsTopic(topics.ticket)],
    });
  }

  #dashboard({ stage, api, failedJobs }: Observed): void {
    const graph = (title: string, left: IMetric[]): IWidget => new GraphWidget({ title, width: 8, height: 6, left });
    const latency = (statistic: string) => apiMetric(api.apiId, 'Latency', statistic);
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
          graph('Failed requests by route', [sumOfEach(ownNamespace(stage.name), counted.failures, 'Route')]),
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
