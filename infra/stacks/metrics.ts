import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** How soon somebody looks: `page` at any hour, as customers cannot use the portal; `ticket` the next working day. */
export type Severity = 'page' | 'ticket';

/** The metric of an alarm, and the text for the person it alerts. */
export interface AlarmDeclaration {
  name: string;
  severity: Severity;
  /** The customer's loss, in words. */
  impact: string;
  /** What to look at first. */
  first: string;
  /** The section of docs/runbook.md with the instructions, by its anchor. */
  section: string;
  metric: IMetric;
  threshold: number;
  /** Number of periods, all of which must be bad. @default 1 */
  periods?: number;
  /** Something must happen by itself: a value below the threshold is an alarm, and so is silence. */
  must?: true;
}

export const fiveMinutes = Duration.minutes(5);

/** The sum of a metric, by default of five minutes. */
export const sum = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  period = fiveMinutes,
): Metric => new Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period });

/** A metric of the whole HTTP API (API Gateway developer guide, "Monitoring HTTP APIs"). */
export const apiMetric = (ApiId: string, metricName: '5xx' | '4xx' | 'Count' | 'Latency', statistic = 'Sum'): Metric =>
  sum('AWS/ApiGateway', metricName, { ApiId }).with({ statistic });

/** A handful of requests is no measure: a value counts only with so many in five minutes. */
export const ifAsked = (value: string, least = 20): string => `IF(FILL(requests, 0) >= ${least}, ${value}, 0)`;

/**
 * The sum of a metric for each value of a dimension, as an alarm and a dashboard read it: each value that crosses the
 * threshold is a contributor of the alarm (CloudWatch user guide, "Create a CloudWatch alarm based on a Metrics
 * Insights query").
 */
export const sumOfEach = (namespace: string, metricName: string, dimension: string, period = fiveMinutes) =>
  new MathExpression({
    expression: `SELECT SUM(${metricName}) FROM "${namespace}" GROUP BY ${dimension}`,
    label: '',
    period,
  });

export const functionMetric = (
  functionName: string,
  metricName: 'Errors' | 'Invocations' | 'Throttles' | 'Duration',
  period?: Duration,
): Metric => sum('AWS/Lambda', metricName, { FunctionName: functionName }, period);

/** The stage's own metrics: lines of logs that are counted (infra/stacks/observability-stack.ts). */
export const ownNamespace = (stageName: string): string => `portal/${stageName}`;
export const counted = {
  /** Responses with 5xx, by `Route`. */
  failures: 'Failures',
  jobErrors: 'JobErrors',
  pageErrors: 'PageErrors',
  refusals: 'Refusals',
} as const;
