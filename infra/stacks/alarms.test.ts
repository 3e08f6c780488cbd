import { readFileSync } from 'node:fs';
import { failedTaskLine } from '#shared/constants';
import { resourcesOf, stacks } from '../testing/example';
import { stacksOf } from '../testing/synthesize';
import { Template } from 'aws-cdk-lib/assertions';

interface AlarmProperties {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: { Ref: string }[];
  OKActions?: { Ref: string }[];
  Namespace?: string;
  MetricName?: string;
  Metrics?: { Expression?: string; Period?: number; MetricStat?: { Metric: { MetricName: string } } }[];
  Period?: number;
  EvaluationPeriods: number;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

const all = resourcesOf('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as AlarmProperties);
/** Those for people; a traffic shift's tells CodeDeploy alone. */
const alarms = all.filter(({ AlarmName }) => !AlarmName.endsWith('-shift'));
function named(name: string): AlarmProperties {
  const found = alarms.find(({ AlarmName }) => AlarmName === `portal-example-${name}`);
  if (!found) throw new Error(`There is no alarm ${name}`);
  return found;
}
const metricsOf = ({ Metrics = [], MetricName }: AlarmProperties): string[] => [
  ...(MetricName === undefined ? [] : [MetricName]),
  ...Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric.MetricName] : [])),
];
const expressionsOf = ({ Metrics = [] }: AlarmProperties): string =>
  Metrics.map(({ Expression }) => Expression).join(' ');

test('a stage has at most 35 alarms: more of them are not read', () => {
  expect(all.length).toBeLessThanOrEqual(35);
});

test('every alarm says what customers lose, what to look at first, and an existing section of the runbook', () => {
  const sections = new Set(
    [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
  for (const { AlarmName, AlarmDescription } of alarms) {
    const [, impact, first, section = ''] =
      /^What customers lose: (.+)\. First: (.+)\. Then: docs\/runbook\.md#([a-z0-9-]+)$/.exec(AlarmDescription) ?? [];
    expect([AlarmName, impact, first]).toEqual([
      AlarmName,
      expect.stringMatching(/\w{3}/),
      expect.stringMatching(/\w{3}/),
    ]);
    expect([AlarmName, sections.has(section)]).toEqual([AlarmName, true]);
    expect(AlarmDescription.length).toBeLessThanOrEqual(1024); // API_PutMetricAlarm
  }
});

test('the traffic of three calls is shifted, which CodeDeploy watches by an alarm of its own', () => {
  const groups = resourcesOf('AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties);
  const names = ['login', 'list-shops', 'stripe-webhook'].map((name) => `portal-example-${name}-shift`);
  const shifts = all.filter(({ AlarmName }) => AlarmName.endsWith('-shift'));
  expect(shifts.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(names.toSorted());
  for (const { AlarmDescription } of shifts)
    expect(AlarmDescription).toContain('docs/runbook.md#going-back-to-an-older-version');
  expect(groups.map((group) => group['DeploymentGroupName'])).toEqual(names);
  for (const group of groups)
    expect(group).toMatchObject({
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: expect.anything() }] },
      AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
    });
  const aliases = resourcesOf('AWS::Lambda::Alias') as { UpdatePolicy?: object }[];
  expect(aliases).toHaveLength(3);
  for (const { UpdatePolicy } of aliases) expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate');
});

test('an alarm goes to one of two topics; only who is paged also hears that it is over', () => {
  const topicOf = ({ AlarmActions: [action] }: AlarmProperties): string => action?.Ref ?? '';
  const paged = alarms.filter((alarm) => topicOf(alarm).startsWith('Bellspage'));
  expect(paged.map(({ AlarmName }) => AlarmName.replace('portal-example-', '')).toSorted()).toEqual([
    'api-errors',
    'edge-failures',
    'health-api',
    'health-page',
    'refusals',
    'routes',
    'trigger-authorize-origin',
    'trigger-custom-message',
  ]);
  for (const alarm of alarms) {
    expect(alarm.AlarmActions).toHaveLength(1);
    expect(topicOf(alarm)).toMatch(/^Bells(page|ticket)/);
    expect(alarm.OKActions).toEqual(paged.includes(alarm) ? alarm.AlarmActions : undefined);
  }
});

test('a wrong key of CloudFront’s is counted with each request: the gateway keeps the authorizer’s answer', () => {
  const [kept] = resourcesOf('AWS::ApiGatewayV2::Authorizer').map(({ Properties }) => Properties);
  expect(kept?.['AuthorizerResultTtlInSeconds']).toBe(3600);
  const [counting] = resourcesOf('AWS::Logs::MetricFilter').filter(({ Properties }) =>
    JSON.stringify(Properties).includes('"Refusals"'),
  );
  expect(counting?.Properties).toMatchObject({
    LogGroupName: '/aws/vendedlogs/portal-example-api',
    FilterPattern: '{ ($.status = "403") && ($.error != "-") }',
  });
});

test('silence is an alarm only where something must happen by itself', () => {
  for (const { AlarmName, TreatMissingData, ComparisonOperator } of alarms) {
    const must = /-(job-(?!errors)|health-)/.test(AlarmName);
    expect([AlarmName, TreatMissingData]).toEqual([AlarmName, must ? 'breaching' : 'notBreaching']);
    expect([AlarmName, ComparisonOperator]).toEqual([
      AlarmName,
      must ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    ]);
  }
});

test.each([
  ['mirror-devices', 2_400, 1],
  ['check-users', 7_200, 1],
  ['end-overdue-subscriptions', 86_400, 2],
  ['daily-digest', 86_400, 2],
])('%s: no run did its work in %d seconds, %d times', (job, seconds, times) => {
  const alarm = named(`job-${job}`);
  expect(expressionsOf(alarm)).toContain('FILL(runs, 0) - FILL(errors, 0)');
  const periods = alarm.Metrics?.flatMap((one) => (one.MetricStat as { Period?: number } | undefined)?.Period ?? []);
  expect([new Set(periods), alarm.EvaluationPeriods]).toEqual([new Set([seconds]), times]);
  // CloudWatch evaluates at most the last week (CloudWatch user guide, "Evaluation period").
  expect(seconds * times).toBeLessThanOrEqual(7 * 86_400);
});

test('an error in the log of a job is told at once, because no later run mends it by itself', () => {
  const { Metrics, Threshold, EvaluationPeriods } = named('job-errors');
  expect([Metrics?.[0]?.Period, Threshold, EvaluationPeriods]).toEqual([300, 1, 1]);
});

test.each([
  ['routes', 'SELECT SUM(Failures) FROM "portal/example" GROUP BY Route', 'Route', ['$.route']],
  ['job-errors', 'SELECT SUM(JobErrors) FROM "portal/example" GROUP BY Job', 'Job', ['$.job', '$.kind']],
])('%s: one alarm, which names what failed; its lines are counted by that name', (name, query, dimension, fields) => {
  expect(named(name).Metrics).toEqual([expect.objectContaining({ Expression: query, ReturnData: true })]);
  const filters = resourcesOf('AWS::Logs::MetricFilter').flatMap(
    ({ Properties }) => Properties['MetricTransformations'] as { MetricName: string; Dimensions?: object[] }[],
  );
  const counting = filters.filter(({ MetricName }) => query.includes(`(${MetricName})`));
  const fieldsOf = counting.flatMap(({ Dimensions }) => Dimensions ?? [{}]);
  expect([...new Set(fieldsOf.map((one) => JSON.stringify(one)))]).toEqual(
    fields.map((Value) => JSON.stringify({ Key: dimension, Value })),
  );
});

test('an error that a task tells of rings; that it failed does not: the queue has its own alarms', () => {
  const ofTasks = resourcesOf('AWS::Logs::MetricFilter').filter(({ Properties }) =>
    String(Properties['LogGroupName']).endsWith('-run-tasks'),
  );
  expect(ofTasks.map(({ Properties }) => Properties['FilterPattern'])).toEqual([
    `{ ($.level = "ERROR") && ($.message != "${failedTaskLine}") }`,
  ]);
});

test('no metric of a single route is bought of the gateway: only failing routes become one', () => {
  for (const { Properties } of resourcesOf('AWS::ApiGatewayV2::Stage'))
    expect(JSON.stringify(Properties)).not.toContain('DetailedMetricsEnabled');
});

test('no alarm counts the throttles of all functions: a job is throttled while its previous run goes on', () => {
  const counting = alarms.filter((alarm) => metricsOf(alarm).includes('Throttles'));
  expect(counting.map(({ AlarmName }) => AlarmName).toSorted()).toEqual([
    'portal-example-trigger-authorize-origin',
    'portal-example-trigger-custom-message',
  ]);
});

test.each(['api-errors', 'api-latency', 'edge-failures', 'edge-refusals'])(
  '%s: a handful of requests is no measure',
  (name) => {
    expect(expressionsOf(named(name))).toMatch(/FILL\(requests, 0\) >= (20|50)/);
    expect(named(name).EvaluationPeriods).toBe(3);
  },
);

test('the firewall: what it blocks and would block while it counts, and what it blocks then', () => {
  expect(metricsOf(named('firewall'))).toEqual(['BlockedRequests', 'CountedRequests']);
  const { outside, edge } = stacksOf('example', {
    settings: { waf: { requestsIn5Minutes: 500, mode: 'block' } },
  }).stacks;
  Template.fromStack(outside).hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'BlockedRequests' });
  if (!edge) throw new Error('The stage has a firewall');
  expect(JSON.stringify(Template.fromStack(edge).toJSON())).toContain('"OverrideAction":{"None":{}}');
  expect(JSON.stringify(stacks.edge.toJSON())).not.toContain('"OverrideAction":{"None":{}}');
});

test('health checks ask for the page and the API, over TLS, the page for words that only it has', () => {
  const checks = resourcesOf('AWS::Route53::HealthCheck').map(({ Properties }) => Properties['HealthCheckConfig']);
  expect(checks).toEqual([
    expect.objectContaining({ ResourcePath: '/', Type: 'HTTPS_STR_MATCH', SearchString: '<div id="root">' }),
    expect.objectContaining({ ResourcePath: '/api/config', Type: 'HTTPS' }),
  ]);
  for (const check of checks)
    expect(check).toMatchObject({
      FullyQualifiedDomainName: 'portal.example.jp',
      EnableSNI: true,
    });
  // Route 53 reads the first 5,120 bytes.
  expect(readFileSync('frontend/index.html').subarray(0, 5_120).toString()).toContain('<div id="root">');
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
