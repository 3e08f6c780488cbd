import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';

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

/** The usual comparison: without data there is no alarm. */
export const atLeast = {
  comparison: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  missing: TreatMissingData.NOT_BREACHING,
} as const;

export const fiveMinutes = Duration.minutes(5);

/** The sum of a metric, by default of five minutes. */
export const sum = (
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
