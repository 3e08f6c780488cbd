import { readFileSync } from 'node:fs';
import { calls } from '#shared/contract/index';
import { walk } from '#functions/testing/runbook';
import { Template } from 'aws-cdk-lib/assertions';
import { checkMessages } from '../cli/check/check-messages';
import { jobNames, resourcesOf, stacks } from '../testing/example';
import { stageSettings } from '../stage/stages';
import { stacksOf, synthesize } from '../testing/synthesize';
import { watchedPaths } from './outside-alarms';

/** Sections of the runbook about what exists in AWS alone, walked against the templates. */
const alarms = resourcesOf('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
/** What the dashboard draws, as its text. */
const dashboard = JSON.stringify(resourcesOf('AWS::CloudWatch::Dashboard')[0]?.Properties['DashboardBody']);
const alarmsTo = (section: string) =>
  alarms.filter(({ AlarmDescription }) => String(AlarmDescription).endsWith(['docs/runbook.md', section].join('#')));

walk('The portal does not answer', 'health checks and failures of CloudFront lead here', async (section) => {
  section.says('Route 53 asked three times in a row');
  const checks = resourcesOf('AWS::Route53::HealthCheck').map(({ Properties }) => Properties['HealthCheckConfig']);
  for (const check of checks) expect(check).toMatchObject({ FailureThreshold: 3 });
  expect(alarmsTo('the-portal-does-not-answer')).toHaveLength(checks.length + 1);
  section.says('the portal and its `/api/config`');
  expect(Object.values(watchedPaths).map(({ path }) => path)).toEqual(['/', '/api/config']);
  section.says('deploy the version before it');
});

walk(
  'Requests refused at the edge',
  'the log exists, and keeps neither paths nor what links carry',
  async (section) => {
    const [, group = ''] = /tail (\S+)/.exec(section.command('aws logs tail', { STAGE: 'example' })) ?? [];
    expect(
      resourcesOf('AWS::Logs::LogGroup', [stacks.edge]).map(({ Properties }) => Properties['LogGroupName']),
    ).toEqual([group]);
    section.says('The log has no paths');
    const [logging] = resourcesOf('AWS::WAFv2::LoggingConfiguration');
    expect(JSON.stringify(logging?.Properties['LogDestinationConfigs'])).toContain(
      Object.keys(stacks.edge.findResources('AWS::Logs::LogGroup'))[0] ?? '',
    );
    expect(logging?.Properties['RedactedFields']).toEqual([
      { UriPath: {} },
      { QueryString: {} },
      { SingleHeader: { Name: 'cookie' } },
    ]);
    section.says('block in each stage');
    section.says("set `waf.mode: 'block'` and deploy");
    expect(alarmsTo('requests-refused-at-the-edge')).toHaveLength(2);
  },
);

walk('The certificate ends', 'the alarm rings a month before, when the renewal is a month late', async (section) => {
  section.says('ACM renews a certificate 60 days before its end');
  const [alarm] = alarmsTo('the-certificate-ends');
  expect(alarm?.['Threshold']).toBe(30);
  expect(JSON.stringify(alarm)).toContain('60 - days');
});

walk('The key is in danger', 'whoever disables or deletes the key is paged, and the key is named', async (section) => {
  const [rule] = resourcesOf('AWS::Events::Rule', [stacks.observability]);
  expect(rule?.Properties['Description']).toMatch(/docs\/runbook\.md#the-key-is-in-danger$/);
  expect(rule?.Properties['EventPattern']).toMatchObject({
    detail: { eventName: ['DisableKey', 'ScheduleKeyDeletion'], resources: { ARN: [expect.anything()] } },
  });
  expect(JSON.stringify(rule?.Properties['Targets'])).toContain('Bellspage');
  const [alias] = resourcesOf('AWS::KMS::Alias');
  expect(alias?.Properties['AliasName']).toBe('alias/portal-example-data');
  section.says('the alias `alias/portal-STAGE-data`: cancel the deletion, then enable the key');
});

walk('Errors of the API', 'the dashboard has a line for each failing route', async (section) => {
  section.says('The dashboard shows which routes');
  expect(dashboard).toContain('SELECT SUM(Failures)');
  expect(alarmsTo('errors-of-the-api')).toHaveLength(1);
});

walk('Errors of a route', 'every response with 5xx is counted under its route, and has a section', async (section) => {
  section.says('the alarm names each such route as a contributor');
  expect(alarmsTo('errors-of-a-route')).toHaveLength(1);
  const counting = resourcesOf('AWS::Logs::MetricFilter').filter(({ Properties }) =>
    JSON.stringify(Properties).includes('$.route'),
  );
  expect(counting.map(({ Properties }) => [Properties['LogGroupName'], Properties['FilterPattern']])).toEqual([
    ['/aws/vendedlogs/portal-example-api', '{ $.status = "5*" }'],
  ]);
  section.says('is in the section of its subject, "Calls: …" below');
  const text = readFileSync('docs/runbook.md', 'utf8');
  for (const noun of new Set(calls.map((call) => call.noun))) expect(text).toContain(`## Calls: ${noun}\n`);
});

walk('Errors of jobs', 'jobs and tasks count their errors, and each job has a section', async (section) => {
  section.says('the alarm names each such job, or kind of task');
  const countedBy = (field: string): string[] =>
    resourcesOf('AWS::Logs::MetricFilter')
      .filter(({ Properties }) => JSON.stringify(Properties).includes(field))
      .map(({ Properties }) => String(Properties['LogGroupName']).replace('/aws/lambda/portal-example-', ''));
  expect(countedBy('$.job').toSorted()).toEqual(jobNames().toSorted());
  section.says('of a kind of task the log of `run-tasks`');
  expect(countedBy('$.kind')).toEqual(['run-tasks']);
  section.says('its section "Job …" below');
  for (const name of jobNames()) expect(alarmsTo(`job-${name}`)).toHaveLength(1);
});

walk('Latency of the API', 'the alarm is that of one in a hundred at five seconds', async (section) => {
  section.says('takes five seconds or longer');
  expect(alarmsTo('latency-of-the-api')).toEqual([expect.objectContaining({ Threshold: 5_000 })]);
  section.says('Compare `p50` with `p99` on the dashboard');
  for (const statistic of ['p50', 'p99']) expect(dashboard).toMatch(new RegExp(`Latency[^\\]]*${statistic}`));
});

walk(
  'Throttled functions',
  'triggers count their throttles; the log and the limit that it names exist',
  async (section) => {
    section.says('Failing routes and the alarms of triggers tell of it');
    const counting = alarms.filter((alarm) => JSON.stringify(alarm).includes('"Throttles"'));
    expect(counting.map(({ AlarmName }) => String(AlarmName)).toSorted()).toEqual(
      ['authorize-origin', 'custom-message'].map((name) => `portal-example-trigger-${name}`),
    );
    section.says('the bucket `Logs` of the stack `Portal-STAGE-Web`');
    expect(Object.keys(stacks.web.findResources('AWS::S3::Bucket')).some((id) => id.startsWith('Logs'))).toBe(true);
    section.says("the firewall's limit is the setting `waf.requestsIn5Minutes`");
    const { edge } = stacksOf('example', { settings: { waf: { requestsIn5Minutes: 500, mode: 'count' } } }).stacks;
    expect(JSON.stringify(edge && Template.fromStack(edge).toJSON())).toContain('"Limit":500');
    section.says('names the source addresses');
    const [delivery] = resourcesOf('AWS::Logs::Delivery', [stacks.outside]);
    expect(delivery?.Properties['RecordFields']).toContain('c-ip');
    const [destination] = resourcesOf('AWS::Logs::DeliveryDestination', [stacks.outside]);
    expect(JSON.stringify(destination?.Properties)).toMatch(/"OutputName":"[^"]*Logs/);
  },
);

walk('Throttled tables', 'tables are on demand, and one alarm names each that throttles', async (section) => {
  section.says('A table on demand takes twice its former peak at once');
  const tables = resourcesOf('AWS::DynamoDB::GlobalTable');
  expect(tables.map(({ Properties }) => Properties['BillingMode'])).toEqual(tables.map(() => 'PAY_PER_REQUEST'));
  section.says('The alarm names the table as its contributor');
  expect(JSON.stringify(alarmsTo('throttled-tables'))).toContain('GROUP BY TableName');
});

walk('Spending on SMS', 'the alarm watches the month’s spending', async (section) => {
  section.says('than the 50 dollars of `smsAlarmDollars`');
  const watched = { MetricName: 'SMSMonthToDateSpentUSD', Threshold: 50 };
  expect(alarmsTo('spending-on-sms')).toEqual([expect.objectContaining(watched)]);
});

walk('Reputation of mails', 'the alarms ring at half of what makes SES stop, or earlier', async (section) => {
  section.says('At 10 % bounces or 0.5 % complaints SES stops all mails');
  expect(alarmsTo('reputation-of-mails').map(({ Threshold }) => Threshold)).toEqual([0.05, 0.001]);
});

walk('Messages to the staff', 'the alarm compares what the staff topic took and delivered', async (section) => {
  section.says('SNS took messages for the staff and delivered none within an hour');
  const [alarm] = alarmsTo('messages-to-the-staff');
  expect(alarm).toMatchObject({ Threshold: 2 });
  expect(JSON.stringify(alarm)).toContain('IF(FILL(delivered, 0) > 0, 0, FILL(published, 0))');
  section.says('nobody is subscribed any more, and `npm run check -- --stage STAGE` says so');
  const findings = await checkMessages(
    {
      mailIdentity: async () => undefined,
      txt: async () => [],
      mailAccount: async () => ({}),
      smsSandbox: async () => ({}),
      smsLimit: async () => '50',
      subscriptions: async () => [],
    },
    { name: 'example', region: 'ap-northeast-1', mailFrom: 'no-reply@example.jp' },
  );
  expect(findings).toContainEqual(
    expect.objectContaining({
      what: 'portal-example-staff (ap-northeast-1)',
      say: expect.stringContaining('nobody is subscribed'),
    }),
  );
});

walk('Failed jobs', 'the queue has the documented name, gets what rare jobs gave up, and rings', async (section) => {
  const [, name = ''] = /--queue-name (\S+)/.exec(section.command('aws sqs get-queue-url', { STAGE: 'example' })) ?? [];
  const queues = stacks.jobs.findResources('AWS::SQS::Queue', { Properties: { QueueName: name } });
  const [id = ''] = Object.keys(queues);
  expect(Object.keys(queues)).toHaveLength(1);
  const destinations = resourcesOf('AWS::Lambda::EventInvokeConfig', [stacks.jobs]).flatMap(
    ({ Properties }) => Properties['DestinationConfig'] ?? [],
  );
  expect(destinations.length).toBeGreaterThan(0);
  for (const one of destinations) expect(JSON.stringify(one)).toContain(id);
  expect(alarmsTo('failed-jobs')).toHaveLength(1);
  section.command('aws sqs purge-queue');
});

walk('Copies of the tables', 'every table is copied each night into a vault that nobody empties', async (section) => {
  section.says('copies every table each night at two (Japan time)');
  const [rule] = resourcesOf('AWS::Backup::BackupPlan').flatMap(
    ({ Properties }) => (Properties['BackupPlan'] as { BackupPlanRule: object[] }).BackupPlanRule,
  );
  expect(rule).toMatchObject({
    ScheduleExpression: 'cron(0 2 * * ? *)',
    ScheduleExpressionTimezone: 'Asia/Tokyo',
    Lifecycle: { DeleteAfterDays: 14 },
    CopyActions: [
      { DestinationBackupVaultArn: stageSettings('example').backupCopy, Lifecycle: { DeleteAfterDays: 14 } },
    ],
  });
  const Resources = resourcesOf('AWS::Backup::BackupSelection').flatMap(
    ({ Properties }) => (Properties['BackupSelection'] as { Resources: unknown[] }).Resources,
  );
  expect(Resources).toHaveLength(resourcesOf('AWS::DynamoDB::GlobalTable').length);
  section.says('nobody can delete it before');
  const [vault] = resourcesOf('AWS::Backup::BackupVault');
  expect(vault?.Properties).toMatchObject({
    BackupVaultName: 'portal-example-copies',
    EncryptionKeyArn: expect.anything(),
    LockConfiguration: { MinRetentionDays: 14, MaxRetentionDays: 35, ChangeableForDays: 3 },
  });
  section.says('the role of the plan `portal-STAGE-nightly`');
  const told = resourcesOf('AWS::Events::Rule').filter(({ Properties }) =>
    String(Properties['Description']).endsWith('docs/runbook.md#copies-of-the-tables'),
  );
  expect(JSON.stringify(told)).toMatch(/"Backup Job State Change".*Bellsticket/);
  expect(resourcesOf('AWS::Backup::BackupVault', Object.values(synthesize('local')))).toEqual([]);
});

walk('Taking a resource out', 'what a stack reads of another is an export, which comes before it', async (section) => {
  section.says('A stack exports what another one reads');
  const exported = new Set(
    Object.values(stacks).flatMap((template) =>
      Object.values(
        (template.toJSON()['Outputs'] as Record<string, { Export?: { Name?: string } }> | undefined) ?? {},
      ).flatMap((output) => output.Export?.Name ?? []),
    ),
  );
  const read = Object.values(stacks).flatMap((template) =>
    [...JSON.stringify(template.toJSON()).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name),
  );
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !exported.has(name))).toEqual([]);
});

walk('The first deployment failed', 'what it left is deleted with it; later, data is kept', async (section) => {
  section.says("CloudFormation removes the failed stack's resources");
  const policies = resourcesOf('AWS::DynamoDB::GlobalTable').map((table) => table.DeletionPolicy);
  expect(new Set(policies)).toEqual(new Set(['RetainExceptOnCreate']));
});

walk('The first deployment failed', 'a later one: its stack is rolled back and not deleted', async (section) => {
  section.says('the stack takes no deployment and is not deleted');
  expect(section.command('npx cdk rollback')).toBe('npx cdk rollback --all --context stage=STAGE');
  for (const stack of Object.values(stacksOf('example').stacks)) expect(stack?.terminationProtection).toBe(true);
});
