import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { calls } from '#shared/contract/index';
import { callFunctions } from '../functions/calls';
import type { Job } from '../functions/jobs';
import { triggers } from '../functions/worker';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import {
  atLeast,
  apiMetric,
  fiveMinutes,
  functionMetric,
  loggedErrors,
  ownNamespace,
  sum,
  type AlarmDeclaration,
} from './metrics';

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
 * error in a job's log is what no later run mends by itself (functions/platform/logger.ts).
 */
export function jobAlarms(stage: StageSettings, job: Job): AlarmDeclaration[] {
  const { name, errorImpact, every } = job;
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
