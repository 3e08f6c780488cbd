import { readFileSync } from 'node:fs';
import type { Template } from 'aws-cdk-lib/assertions';
import { calls } from '#shared/contract/index';
import { jobs as declaredJobs } from '../functions/jobs';
import { callStacks, jobNames, resourcesOf, stacks } from '../testing/example';

const { data, jobs, observability } = stacks;

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
    expect.arrayContaining([...calls.map((call) => `call-${call.name}`), 'api-errors', 'api-latency', 'failed-jobs']),
  );
  for (const job of jobNames())
    expect(names).toEqual(expect.arrayContaining([`job-${job}-failed`, `job-${job}-did-not-run`]));
  observability.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'alarms@example.jp' });
  observability.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
});

interface Statement {
  Effect: string;
  Principal: unknown;
  Action: string;
  Condition?: unknown;
}

test('each topic accepts its publisher: CloudWatch for alarms, functions for staff messages', () => {
  const topicOf = (template: Template): string => Object.keys(template.findResources('AWS::SNS::Topic'))[0] ?? '';
  const allowed = (template: Template): Statement[] =>
    resourcesOf('AWS::SNS::TopicPolicy', [template])
      .flatMap(({ Properties }) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
      .filter(({ Effect }) => Effect === 'Allow');
  for (const { Properties } of resourcesOf('AWS::CloudWatch::Alarm'))
    expect(Properties['AlarmActions']).toEqual([{ Ref: topicOf(observability) }]);
  expect(allowed(observability)).toEqual([
    expect.objectContaining({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topicOf(observability) },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  ]);
  for (const template of [observability, data])
    template.hasResourceProperties('AWS::SNS::Subscription', { TopicArn: { Ref: topicOf(template) } });
  data.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'staff@example.jp' });
});

test('a schedule exists only after the policy that lets it invoke its job', () => {
  const [policy] = Object.keys(jobs.findResources('AWS::IAM::Policy'));
  for (const schedule of resourcesOf('AWS::Scheduler::Schedule', [jobs]))
    expect((schedule as { DependsOn?: string[] }).DependsOn).toContain(policy);
});

test('a run fails: a rare job is repeated, then queued; jobs run one at a time, webhooks a few', () => {
  const queue = { 'Fn::GetAtt': [Object.keys(jobs.findResources('AWS::SQS::Queue'))[0], 'Arn'] };
  for (const schedule of resourcesOf('AWS::Scheduler::Schedule'))
    expect(schedule.Properties['Target']).toMatchObject({
      DeadLetterConfig: { Arn: queue },
      RetryPolicy: { MaximumRetryAttempts: 2 },
    });
  const invocations = resourcesOf('AWS::Lambda::EventInvokeConfig');
  expect(invocations).toHaveLength(jobNames().length);
  const isRare = ({ Properties }: (typeof invocations)[number]) => Properties['MaximumRetryAttempts'] === 2;
  const rare = Object.values(declaredJobs).filter(({ every }) => every.toMinutes() > 60);
  expect(invocations.filter(isRare)).toHaveLength(rare.length);
  for (const config of invocations)
    expect(config.Properties).toMatchObject(
      isRare(config)
        ? { DestinationConfig: { OnFailure: { Destination: queue } } }
        : { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: expect.any(Number) },
    );
  const scheduled = resourcesOf('AWS::Lambda::Function', [jobs]).filter(
    (fn) => fn.Properties.FunctionName !== 'portal-example-run-tasks',
  );
  for (const fn of scheduled) expect(fn.Properties['ReservedConcurrentExecutions']).toBe(1);
  const limited = resourcesOf('AWS::Lambda::Function', callStacks).filter(
    (fn) => fn.Properties['ReservedConcurrentExecutions'] !== undefined,
  );
  expect(limited.map((fn) => fn.Properties.FunctionName)).toEqual([
    'portal-example-stripe-webhook',
    'portal-example-kintone-webhook',
  ]);
});

test('each job has a schedule of its name', () => {
  const names = resourcesOf('AWS::Scheduler::Schedule', [jobs]).map((schedule) => String(schedule.Properties['Name']));
  expect(names.toSorted()).toEqual(
    Object.keys(declaredJobs)
      .map((name) => `portal-example-${name}`)
      .toSorted(),
  );
});
