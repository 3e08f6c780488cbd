import { jobs as declaredJobs } from '../functions/jobs';
import { callStacks, jobNames, resourcesOf, stacks } from '../testing/example';

const { data, jobs, observability, outside } = stacks;

interface Statement {
  Effect: string;
  Principal: unknown;
  Action: string;
  Condition?: unknown;
}

test('each topic accepts its publishers: alarms and events of the key; functions alone for staff messages', () => {
  const policies = resourcesOf('AWS::SNS::TopicPolicy', [observability, outside]);
  expect(policies).toHaveLength(4);
  for (const { Properties } of policies) {
    const { Statement } = Properties['PolicyDocument'] as { Statement: Statement[] };
    const [allowed, ...more] = Statement.filter(
      ({ Effect, Condition }) => Effect === 'Allow' && Condition !== undefined,
    );
    expect(more).toEqual([]);
    expect(allowed).toMatchObject({
      Principal: { Service: ['cloudwatch.amazonaws.com', 'events.amazonaws.com'] },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
    });
  }
  for (const Endpoint of ['on-call@example.jp', 'alarms@example.jp'])
    for (const template of [observability, outside])
      template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint });
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

test('jobs of a day start at an hour in Japan; the others not all in the same second', () => {
  for (const { Properties } of resourcesOf('AWS::Scheduler::Schedule', [jobs])) {
    const { ScheduleExpression, ScheduleExpressionTimezone, FlexibleTimeWindow } = Properties;
    if (!String(ScheduleExpression).startsWith('rate')) {
      expect(ScheduleExpression).toMatch(/^cron\(0 (8|10) \* \* \? \*\)$/);
      expect([ScheduleExpressionTimezone, FlexibleTimeWindow]).toEqual(['Asia/Tokyo', { Mode: 'OFF' }]);
    } else {
      expect(ScheduleExpression).toMatch(/minutes?\)$/);
      expect(FlexibleTimeWindow).toMatchObject({ Mode: 'FLEXIBLE' });
    }
  }
});
