import { resourcesOf } from '../testing/example';

interface AlarmProperties {
  AlarmName: string;
  Namespace?: string;
  MetricName?: string;
  Metrics?: { Expression?: string; MetricStat?: { Metric: { MetricName: string; Dimensions?: unknown[] } } }[];
  Period?: number;
  EvaluationPeriods: number;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

const alarms = resourcesOf('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as AlarmProperties);
function named(name: string): AlarmProperties {
  const found = alarms.find(({ AlarmName }) => AlarmName === `portal-example-${name}`);
  if (!found) throw new Error(`There is no alarm ${name}`);
  return found;
}
const metricsOf = ({ Metrics = [], MetricName }: AlarmProperties): string[] => [
  ...(MetricName === undefined ? [] : [MetricName]),
  ...Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric.MetricName] : [])),
];

test('silence is an alarm only where something must happen by itself', () => {
  for (const { AlarmName, TreatMissingData, ComparisonOperator } of alarms) {
    const must = AlarmName.endsWith('-did-not-run');
    expect([AlarmName, TreatMissingData]).toEqual([AlarmName, must ? 'breaching' : 'notBreaching']);
    expect([AlarmName, ComparisonOperator]).toEqual([
      AlarmName,
      must ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    ]);
  }
});

test.each([
  ['mirror-devices', 2_400],
  ['check-users', 7_200],
  ['end-overdue-subscriptions', 3_600],
])('%s: three failed runs within %d seconds, because one is made up for', (job, seconds) => {
  const alarm = named(`job-${job}-failed`);
  expect([alarm.MetricName, alarm.Period, alarm.EvaluationPeriods, alarm.Threshold]).toEqual(['Errors', seconds, 1, 3]);
});

test('an error in the log of a job is told at once, because no later run mends it by itself', () => {
  const { Period, Threshold, EvaluationPeriods } = named('job-sweep-tasks-errors-logged');
  expect([Period, Threshold, EvaluationPeriods]).toEqual([300, 1, 1]);
});

test('no alarm counts the throttles of all functions: a job is throttled while its previous run goes on', () => {
  const counting = alarms.filter((alarm) => metricsOf(alarm).includes('Throttles'));
  expect(counting.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(
    ['portal-example-trigger-authorize-origin-failed', 'portal-example-trigger-custom-message-failed'].toSorted(),
  );
  for (const { Metrics = [] } of counting)
    for (const { MetricStat } of Metrics) if (MetricStat) expect(MetricStat.Metric.Dimensions).toHaveLength(1);
});

test.each(['api-errors', 'api-latency'])('%s: a handful of requests is no measure', (name) => {
  const { Metrics = [], EvaluationPeriods } = named(name);
  expect(Metrics.map(({ Expression }) => Expression).join(' ')).toContain('>= 20');
  expect(EvaluationPeriods).toBe(3);
});

test.each([
  ['users', 2],
  ['devices', 3],
  ['audit', 2],
  ['documents', 3],
])('table %s: throttles of the table and of its index', (table, metrics) => {
  expect(metricsOf(named(`table-${table}`))).toHaveLength(metrics);
});

test('messages to the staff that reach nobody are an alarm', () => {
  expect(metricsOf(named('staff-unheard'))).toEqual(['NumberOfMessagesPublished', 'NumberOfNotificationsDelivered']);
});

test.each([
  ['mail-bounces', 'Reputation.BounceRate', 0.05],
  ['mail-complaints', 'Reputation.ComplaintRate', 0.001],
])('%s: told before AWS stops all mails', (name, metric, threshold) => {
  const alarm = named(name);
  expect([alarm.Namespace, alarm.MetricName, alarm.Threshold]).toEqual(['AWS/SES', metric, threshold]);
});
