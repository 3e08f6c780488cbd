import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { devicesIndex, documentsIndex } from '#shared/environment';
import { physicalName } from '../stage/names';
import { atLeast, fiveMinutes, ownNamespace, sum, type AlarmDeclaration } from './metrics';

// The alarms that are about no function; those of functions are in function-alarms.ts.

/** The tables, with the index of those that have one. */
const tables = { users: undefined, devices: devicesIndex, audit: undefined, documents: documentsIndex } as const;

/**
 * Reads and writes that DynamoDB throttled. Reads of an index count under its own name (DynamoDB developer guide,
 * "DynamoDB metrics and dimensions", ReadThrottleEvents).
 */
export const tableAlarms = (stageName: string): AlarmDeclaration[] =>
  Object.entries(tables).map(([table, index]) => {
    const TableName = physicalName(stageName, table);
    return {
      name: `table-${table}`,
      impact: `what is kept in the table "${table}" is read late or not at all`,
      section: 'throttled-tables',
      metric: new MathExpression({
        expression: `FILL(reads, 0) + FILL(writes, 0)${index ? ' + FILL(searches, 0)' : ''}`,
        usingMetrics: {
          reads: sum('AWS/DynamoDB', 'ReadThrottleEvents', { TableName }),
          writes: sum('AWS/DynamoDB', 'WriteThrottleEvents', { TableName }),
          ...(index && {
            searches: sum('AWS/DynamoDB', 'ReadThrottleEvents', { TableName, GlobalSecondaryIndexName: index.name }),
          }),
        },
        label: 'Throttled reads and writes',
        period: fiveMinutes,
      }),
      threshold: 10,
      periods: 2,
      ...atLeast,
    };
  });

/** The tasks that wait, and those that failed for good. */
export const taskAlarms = (tasks: Queue, deadTasks: Queue): AlarmDeclaration[] => [
  {
    name: 'tasks-late',
    impact: 'what follows from a change (mails, messages to the staff, events of Stripe) is late',
    section: 'late-tasks',
    metric: tasks.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: fiveMinutes }),
    threshold: 15 * 60,
    periods: 3,
    ...atLeast,
  },
  {
    name: 'tasks-dead',
    impact: 'a mail, a message to the staff or an event of Stripe failed for hours and waits for people',
    section: 'dead-tasks',
    metric: deadTasks.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: fiveMinutes }),
    threshold: 1,
    periods: 1,
    ...atLeast,
  },
];

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

/** The metric that counts the lines of `report-client-error`. */
export const pageErrors = 'page errors';

/** A single error may be one old browser; ten in an hour are a mistake of ours. */
export const pageErrorsAlarm = (stageName: string): AlarmDeclaration => ({
  name: 'page-errors',
  impact: 'a screen shows an error in place of its content, or a button does nothing',
  section: 'errors-of-the-page',
  metric: sum(ownNamespace(stageName), pageErrors, {}, Duration.hours(1)),
  threshold: 10,
  periods: 1,
  ...atLeast,
});

/** US dollars; the account's own limit in SNS is above it. */
const smsAlarmDollars = 50;

/**
 * Money spent on SMS since the month began, in US dollars (SNS developer guide, "Monitoring SMS activity").
 */
export const smsSpendingAlarm: AlarmDeclaration = {
  name: 'sms-spending',
  impact: 'at the limit of the account no SMS is sent, and whoever has SMS as second step cannot sign in',
  section: 'spending-on-sms',
  metric: new Metric({
    namespace: 'AWS/SNS',
    metricName: 'SMSMonthToDateSpentUSD',
    statistic: 'Maximum',
    period: Duration.hours(1),
  }),
  threshold: smsAlarmDollars,
  periods: 1,
  ...atLeast,
};

/**
 * Messages to the staff that reached nobody: a subscription of mail ends by one click in any of its mails, and mail
 * scanners click (SNS developer guide, "Amazon SNS metrics"). Twice, because a message and its delivery may lie in two
 * periods.
 */
export const staffAlarm = (stageName: string): AlarmDeclaration => {
  const TopicName = physicalName(stageName, 'staff');
  const period = Duration.hours(1);
  return {
    name: 'staff-unheard',
    impact: 'messages to the staff reach nobody: returns, exchanges, repairs and ended subscriptions are seen late',
    section: 'messages-to-the-staff',
    metric: new MathExpression({
      expression: 'IF(FILL(delivered, 0) > 0, 0, FILL(published, 0))',
      usingMetrics: {
        published: sum('AWS/SNS', 'NumberOfMessagesPublished', { TopicName }, period),
        delivered: sum('AWS/SNS', 'NumberOfNotificationsDelivered', { TopicName }, period),
      },
      label: 'Messages that reached nobody',
      period,
    }),
    threshold: 2,
    periods: 1,
    ...atLeast,
  };
};

/**
 * The account's shares of mails that bounced or that their receivers complained of. At these values AWS reviews an
 * account, and then pauses its sending (SES developer guide, "Creating reputation monitoring alarms using CloudWatch":
 * 0.05 and 0.001).
 */
export const mailReputationAlarms = (): AlarmDeclaration[] =>
  (
    [
      ['mail-bounces', 'Reputation.BounceRate', 0.05],
      ['mail-complaints', 'Reputation.ComplaintRate', 0.001],
    ] as const
  ).map(([name, metricName, threshold]) => ({
    name,
    impact: 'AWS is about to stop all mails: no codes, no links, no notices',
    section: 'reputation-of-mails',
    metric: new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) }),
    threshold,
    periods: 1,
    ...atLeast,
  }));
