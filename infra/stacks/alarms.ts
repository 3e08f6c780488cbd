import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { calls } from '#shared/contract/index';
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

/** The API as a whole. A share of few requests means little, so it needs at least 20 requests in five minutes. */
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
    metric: apiMetric(apiId, 'Latency', { statistic: 'p99' }),
    threshold: 5_000,
    periods: 3,
    ...atLeast,
  },
  {
    name: 'function-throttles',
    impact: 'requests are turned away because too many run at once in this AWS account',
    section: 'throttled-functions',
    // A job is throttled on purpose, a few times, while its previous run has not ended.
    metric: sum('AWS/Lambda', 'Throttles', {}),
    threshold: 20,
    periods: 2,
    ...atLeast,
  },
];

/** Reads and writes that DynamoDB throttled. */
export const tableAlarms = (stageName: string): AlarmDeclaration[] =>
  ['users', 'devices', 'audit'].map((table) => {
    const TableName = physicalName(stageName, table);
    return {
      name: `table-${table}`,
      impact: `what is kept in the table "${table}" is answered late or not at all`,
      section: 'throttled-tables',
      metric: new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        usingMetrics: {
          reads: sum('AWS/DynamoDB', 'ReadThrottleEvents', { TableName }),
          writes: sum('AWS/DynamoDB', 'WriteThrottleEvents', { TableName }),
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

/** A job failed, logged an error, or did not run; the last only if CloudWatch can see that at its rate. */
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
      metric: functionMetric(functionName, 'Errors'),
      threshold: 1,
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

/** The gateway does not count the responses of a trigger. */
export const triggerAlarms = (stageName: string): AlarmDeclaration[] =>
  Object.entries(triggers).map(([name, { errorImpact }]) => ({
    name: `trigger-${name}-failed`,
    impact: errorImpact,
    section: `trigger-${name}`,
    metric: functionMetric(physicalName(stageName, name), 'Errors'),
    threshold: 1,
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
 * Money spent on SMS since the month began, in US dollars (SNS developer guide, "Monitoring SMS activity"). CloudWatch
 * alarms see metrics of their own region only.
 */
export const smsSpendingAlarms = (stage: StageSettings): AlarmDeclaration[] =>
  (stage.smsRegion ?? stage.region) !== stage.region
    ? []
    : [
        {
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
        },
      ];
