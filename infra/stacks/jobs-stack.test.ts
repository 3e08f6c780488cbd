import { readFileSync } from 'node:fs';
import { calls } from '#shared/contract/index';
import { jobs as declaredJobs } from '../functions/jobs';
import { jobNames, resourcesOf, stacks } from '../testing/example';

const { api, jobs, observability } = stacks;

test('every alarm says what customers lose, notifies somebody, and names an existing section of the runbook', () => {
  const sections = new Set(
    [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
  const alarms = resourcesOf('AWS::CloudWatch::Alarm');
  const missing = new Set<string>();
  for (const { Properties } of alarms) {
    const [, impact, section = ''] =
      /^What customers lose: (.+)\. What to do: docs\/runbook\.md#([a-z0-9-]+)$/.exec(
        String(Properties['AlarmDescription']),
      ) ?? [];
    expect([Properties['AlarmName'], impact]).toEqual([expect.any(String), expect.stringMatching(/\w{3}/)]);
    if (!sections.has(section)) missing.add(section);
    expect(Properties['AlarmActions']).toHaveLength(1);
  }
  expect([...missing]).toEqual([]);
  const names = alarms.map(({ Properties }) => String(Properties['AlarmName']).replace('portal-example-', ''));
  expect(names).toEqual(
    expect.arrayContaining([
      ...calls.map((call) => `call-${call.name}`),
      'api-errors',
      'api-latency',
      'function-throttles',
      'failed-jobs',
    ]),
  );
  for (const job of jobNames())
    expect(names).toEqual(
      expect.arrayContaining([
        `job-${job}-failed`,
        ...(job === 'rotate-master-password' ? [] : [`job-${job}-did-not-run`]),
      ]),
    );
  observability.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'alarms@example.jp' });
  observability.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
});

test('a run that failed for good: its event goes to the queue; jobs run one at a time, webhooks a few', () => {
  const queue = { 'Fn::GetAtt': [Object.keys(jobs.findResources('AWS::SQS::Queue'))[0], 'Arn'] };
  for (const schedule of resourcesOf('AWS::Scheduler::Schedule'))
    expect(schedule.Properties['Target']).toMatchObject({
      DeadLetterConfig: { Arn: queue },
      RetryPolicy: { MaximumRetryAttempts: 2 },
    });
  for (const config of resourcesOf('AWS::Lambda::EventInvokeConfig'))
    expect(config.Properties['DestinationConfig']).toEqual({ OnFailure: { Destination: queue } });
  expect(resourcesOf('AWS::Lambda::EventInvokeConfig')).toHaveLength(jobNames().length);
  for (const fn of resourcesOf('AWS::Lambda::Function', [jobs]))
    expect(fn.Properties['ReservedConcurrentExecutions']).toBe(1);
  const limited = resourcesOf('AWS::Lambda::Function', [api]).filter(
    (fn) => fn.Properties['ReservedConcurrentExecutions'] !== undefined,
  );
  expect(limited.map((fn) => fn.Properties.FunctionName)).toEqual(['portal-example-stripe-webhook']);
});

test('each job has a schedule of its name', () => {
  const names = resourcesOf('AWS::Scheduler::Schedule', [jobs]).map((schedule) => String(schedule.Properties['Name']));
  expect(names.toSorted()).toEqual(
    Object.keys(declaredJobs)
      .map((name) => `portal-example-${name}`)
      .toSorted(),
  );
});
