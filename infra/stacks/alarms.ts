import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { calls } from '#shared/contract/index';
import { devicesIndex, documentsIndex } from '#shared/environment';
import { callFunctions } from '../functions/calls';
import type { Job } from '../functions/jobs';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { triggers } from '../functions/triggers';

/** The metric of an alarm, and the text for the person it alerts. */
export interface AlarmDeclaration {
  name: string;
  /** The customer's loss, in words. */
  impact: string;
  /** The section of docs/runbook.md with the instructions, by its anchor. */
  section: string;
  metric: IMetric;
  threshold: number;
  comparison: ComparisonOperator;
  /** Number of periods, all of which must be bad. */
  periods: number;
  missing: TreatMissingData;
}

const fiveMinutes = Duration.minutes(5);
const atLeast = {
  comparison: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  missing: TreatMissingData.NOT_BREACHING,
} as const;

const sum = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  period = fiveMinutes,
): Metric => new Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period });

/** A metric of the HTTP API, of all its routes or of one (API Gateway developer guide, "Monitoring HTTP APIs"). */
export const apiMetric = (
  apiId: string,
  metricName: '5xx' | '4xx' | 'Count' | 'Latency',
  options: { route?: { method: string; path: string }; statistic?: string; period?: Duration } = {},
): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: {
      ApiId: apiId,
      ...(options.route && { Stage: '$default', Method: options.route.method, Resource: options.route.path }),
    },
    statistic: options.statistic ?? 'Sum',
    period: options.period ?? fiveMinutes,
  });

/** The 5xx of each route that had one, a line for each (CloudWatch user guide, "Search expression syntax"). */
export const failuresByRoute = (apiId: string): MathExpression =>
  new MathExpression({
    expression: `SEARCH('{AWS/ApiGateway,ApiId,Method,Resource,Stage} MetricName="5xx" ApiId="${apiId}"', 'Sum', 300)`,
    label: '',
    period: fiveMinutes,
  });

export const functionMetric = (
  functionName: string,
  metricName: 'Errors' | 'Invocations' | 'Throttles' | 'Duration',
  period?: Duration,
): Metric => sum('AWS/Lambda', metricName, { FunctionName: functionName }, period);

/** Name of the metric that counts a function's logged errors; in the namespace {@link ownNamespace}. */
export const loggedErrors = (name: string): string => `${name} errors logged`;
export const ownNamespace = (stageName: string): string => `portal/${stageName}`;

/** Each documented call: three responses with 5xx within a quarter of an hour. */
export const callAlarms = (apiId: string): AlarmDeclaration[] =>
  calls.map((call) => ({
    name: `call-${call.name}`,
    impact: callFunctions[call.name].errorImpact,
    section: `calls-${call.noun}`,
    metric: apiMetric(apiId, '5xx', { route: call, period: Duration.minutes(15) }),
    threshold: 3,
    periods: 1,
    ...atLeast,
  }));

/**
 * The API as a whole. A share of few requests means little, so it needs at least 20 requests in five minutes. Requests
 * that Lambda turns away for want of concurrency are 5xx of their routes; the metric of throttles would also count the
 * jobs, which are throttled while their previous run has not ended.
 */
export const apiAlarms = (apiId: string): AlarmDeclaration[] => [
  {
    name: 'api-errors',
    impact: 'more than one in a hundred requests of the portal fails',
    section: 'errors-of-the-api',
    metric: new MathExpression({
      expression: 'IF(FILL(requests, 0) >= 20, 100 * FILL(errors, 0) / requests, 0)',
      usingMetrics: { errors: apiMetric(apiId, '5xx'), requests: apiMetric(apiId, 'Count') },
      label: 'Percent of requests that fail',
      period: fiveMinutes,
    }),
    threshold: 1,
    periods: 3,
    ...atLeast,
  },
  {
    name: 'api-latency',
    impact: 'one in a hundred requests takes five seconds or longer',
    section: 'latency-of-the-api',
    metric: new MathExpression({
      expression: 'IF(FILL(requests, 0) >= 20, FILL(slowest, 0), 0)',
      usingMetrics: {
        requests: apiMetric(apiId, 'Count'),
        slowest: apiMetric(apiId, 'Latency', { statistic: 'p99' }),
      },
      label: 'p99 of the latency (ms)',
      period: fiveMinutes,
    }),
    threshold: 5_000,
    periods: 3,
    ...atLeast,
  },
];

/** The tables, with the index of those that have one. */
const tables = { users: undefined, devices: devicesIndex, audit: undefined, documents: documentsIndex } as const;

/**
 * Reads and writes that DynamoDB throttled. Reads of an index count under its own name (DynamoDB developer guide,
 * "DynamoDB metrics and dimensions", ReadThrottleEvents).
 */
export const tableAlarms = (stageName: string): AlarmDeclaration[] =>
  Object.entries(tables).map(([table, index]) => {
    const TableName = physicalName(stageName, table);
    return {
      name: `table-${table}`,
      impact: `what is kept in the table "${table}" is answered late or not at all`,
      section: 'throttled-tables',
      metric: new MathExpression({
        expression: `FILL(reads, 0) + FILL(writes, 0)${index ? ' + FILL(searches, 0)' : ''}`,
        usingMetrics: {
          reads: sum('AWS/DynamoDB', 'ReadThrottleEvents', { TableName }),
          writes: sum('AWS/DynamoDB', 'WriteThrottleEvents', { TableName }),
          ...(index && {
            searches: sum('AWS/DynamoDB', 'ReadThrottleEvents', { TableName, GlobalSecondaryIndexName: index.name }),
          }),
        },
        label: 'Throttled reads and writes',
        period: fiveMinutes,
      }),
      threshold: 10,
      periods: 2,
      ...atLeast,
    };
  });

/** CloudWatch evaluates at most the last week (CloudWatch user guide, "Evaluation period"). */
const longestWatch = Duration.days(7);

/**
 * The minutes in which three failed runs are an alarm: one or two lose nothing, because the next run, or Lambda's
 * repetition of a rare job, does the work. Four intervals, because starts are not exact.
 */
const failureWindow = (every: Duration): Duration =>
  Duration.minutes(every.toMinutes() <= 60 ? Math.max(15, 4 * every.toMinutes()) : 60);

/**
 * A job failed three times, logged an error, or did not run; the last only if CloudWatch can see that at its rate. An
 * error in a job's log is what no later run mends by itself (functions/domain/log-failure.ts).
 */
export function jobAlarms(stage: StageSettings, job: Job): AlarmDeclaration[] {
  const { name, errorImpact } = job;
  const every = job.every(stage);
  const functionName = physicalName(stage.name, name);
  const told = { impact: errorImpact, section: `job-${name}` };
  const period = Duration.minutes(Math.max(5, every.toMinutes()));
  const alarms: AlarmDeclaration[] = [
    {
      name: `job-${name}-failed`,
      ...told,
      metric: functionMetric(functionName, 'Errors', failureWindow(every)),
      threshold: 3,
      periods: 1,
      ...atLeast,
    },
    {
      name: `job-${name}-errors-logged`,
      ...told,
      metric: sum(ownNamespace(stage.name), loggedErrors(name), {}),
      threshold: 1,
      periods: 1,
      ...atLeast,
    },
  ];
  const periods = every.toMinutes() >= 24 * 60 ? 2 : 3;
  if (period.toMinutes() * periods <= longestWatch.toMinutes()) {
    alarms.push({
      name: `job-${name}-did-not-run`,
      ...told,
      metric: functionMetric(functionName, 'Invocations', period),
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods,
      missing: TreatMissingData.BREACHING,
    });
  }
  return alarms;
}

/**
 * The gateway does not count the responses of a trigger. A throttled one counts as well: Cognito and the gateway are
 * refused then.
 */
export const triggerAlarms = (stageName: string): AlarmDeclaration[] =>
  Object.entries(triggers).map(([name, { errorImpact }]) => ({
    name: `trigger-${name}-failed`,
    impact: errorImpact,
    section: `trigger-${name}`,
    metric: new MathExpression({
      expression: 'FILL(errors, 0) + FILL(throttles, 0)',
      usingMetrics: {
        errors: functionMetric(physicalName(stageName, name), 'Errors'),
        throttles: functionMetric(physicalName(stageName, name), 'Throttles'),
      },
      label: 'Failed and throttled runs',
      period: fiveMinutes,
    }),
    threshold: 3,
    periods: 1,
    ...atLeast,
  }));

/** The events of failed jobs wait in the queue. */
export const failedJobsAlarm = (queue: IMetric): AlarmDeclaration => ({
  name: 'failed-jobs',
  impact: 'a job was given up after its retries; what it was to do waits for the next run',
  section: 'failed-jobs',
  metric: queue,
  threshold: 1,
  periods: 1,
  ...atLeast,
});

/**
 * Money spent on SMS since the month began, in US dollars (SNS developer guide, "Monitoring SMS activity").
 */
export const smsSpendingAlarm = (stage: StageSettings): AlarmDeclaration => ({
  name: 'sms-spending',
  impact: 'at the limit of the account no SMS is sent, and whoever has SMS as second step cannot sign in',
  section: 'spending-on-sms',
  metric: new Metric({
    namespace: 'AWS/SNS',
    metricName: 'SMSMonthToDateSpentUSD',
    statistic: 'Maximum',
    period: Duration.hours(1),
  }),
  threshold: stage.smsAlarmDollars,
  periods: 1,
  ...atLeast,
});

/**
 * Messages to the staff that reached nobody: a subscription of mail ends by one click in any of its mails, and mail
 * scanners click (SNS developer guide, "Amazon SNS metrics"). Twice, because a message and its delivery may lie in two
 * periods.
 */
export const staffAlarm = (stageName: string): AlarmDeclaration => {
  const TopicName = physicalName(stageName, 'staff');
  const period = Duration.hours(1);
  return {
    name: 'staff-unheard',
    impact: 'messages to the staff reach nobody: returns, exchanges, repairs and ended subscriptions are seen late',
    section: 'messages-to-the-staff',
    metric: new MathExpression({
      expression: 'IF(FILL(delivered, 0) > 0, 0, FILL(published, 0))',
      usingMetrics: {
        published: sum('AWS/SNS', 'NumberOfMessagesPublished', { TopicName }, period),
        delivered: sum('AWS/SNS', 'NumberOfNotificationsDelivered', { TopicName }, period),
      },
      label: 'Messages that reached nobody',
      period,
    }),
    threshold: 2,
    periods: 1,
    ...atLeast,
  };
};

/**
 * The account's shares of mails that bounced or that their receivers complained of. At these values AWS reviews an
 * account, and then pauses its sending (SES developer guide, "Creating reputation monitoring alarms using CloudWatch":
 * 0.05 and 0.001).
 */
export const mailReputationAlarms = (): AlarmDeclaration[] =>
  (
    [
      ['mail-bounces', 'Reputation.BounceRate', 0.05],
      ['mail-complaints', 'Reputation.ComplaintRate', 0.001],
    ] as const
  ).map(([name, metricName, threshold]) => ({
    name,
    impact: 'AWS is about to stop all mails: no codes, no links, no notices',
    section: 'reputation-of-mails',
    metric: new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) }),
    threshold,
    periods: 1,
    ...atLeast,
  }));
