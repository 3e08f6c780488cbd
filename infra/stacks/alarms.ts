import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { allJobs, type Job } from '../functions/jobs';
import { triggers } from '../functions/worker';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import {
  apiMetric,
  counted,
  fiveMinutes,
  functionMetric,
  ifAsked,
  ownNamespace,
  sum,
  sumOfEach,
  type AlarmDeclaration,
} from './metrics';

/** US dollars; the account's own limit in SNS is above it. */
const smsAlarmDollars = 50;

const hour = Duration.hours(1);

const ofQueue = (queue: Queue, metricName: 'ApproximateAgeOfOldestMessage' | 'ApproximateNumberOfMessagesVisible') =>
  queue.metric(metricName, { statistic: 'Maximum', period: fiveMinutes });

/**
 * A job did its work in none of the last runs: it failed, or did not run. One or two failures lose nothing, because the
 * next run, or Lambda's repetition of a rare job, does the work. Four intervals, because starts are not exact.
 */
const jobAlarm = (stageName: string, { name, errorImpact, every }: Job): AlarmDeclaration => {
  const minutes = every.toMinutes();
  const isFrequent = minutes <= 60;
  const period = isFrequent ? Duration.minutes(Math.max(15, 4 * minutes)) : every;
  const functionName = physicalName(stageName, name);
  return {
    name: `job-${name}`,
    severity: 'ticket',
    impact: errorImpact,
    first: `read the log of ${name}`,
    section: `job-${name}`,
    metric: new MathExpression({
      expression: 'FILL(runs, 0) - FILL(errors, 0)',
      usingMetrics: {
        runs: functionMetric(functionName, 'Invocations', period),
        errors: functionMetric(functionName, 'Errors', period),
      },
      label: 'Runs that did their work',
      period,
    }),
    threshold: 1,
    periods: isFrequent ? 1 : 2,
    must: true,
  };
};

/**
 * Cognito and the gateway are refused by a trigger that fails or is throttled, and the gateway counts neither. The
 * metric of all throttles would also count the jobs, which are throttled while their previous run has not ended.
 */
const triggerAlarm = (stageName: string, name: keyof typeof triggers): AlarmDeclaration => ({
  name: `trigger-${name}`,
  severity: 'page',
  impact: triggers[name].errorImpact,
  first: `read the log of ${name}`,
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
});

/**
 * The account's share of mails that bounced or that their receivers complained of. At these values AWS reviews an
 * account, and then pauses its sending (SES developer guide, "Creating reputation monitoring alarms using CloudWatch").
 */
const reputationAlarm = (name: string, metricName: string, threshold: number): AlarmDeclaration => ({
  name,
  severity: 'ticket',
  impact: 'AWS is about to stop all mails: no codes, no links, no notices',
  first: 'look at the reputation metrics in the console of SES',
  section: 'reputation-of-mails',
  metric: new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: hour }),
  threshold,
});

function requestAlarms(stageName: string, apiId: string): AlarmDeclaration[] {
  const own = ownNamespace(stageName);
  const requests = apiMetric(apiId, 'Count');
  return [
    {
      name: 'api-errors',
      severity: 'page',
      impact: 'more than one in a hundred requests of the portal fails',
      first: 'see on the dashboard which routes fail, and when the stage was last deployed',
      section: 'errors-of-the-api',
      metric: new MathExpression({
        expression: ifAsked('100 * FILL(errors, 0) / requests'),
        usingMetrics: { errors: apiMetric(apiId, '5xx'), requests },
        label: 'Percent of requests that fail',
        period: fiveMinutes,
      }),
      threshold: 1,
      periods: 3,
    },
    {
      name: 'routes',
      severity: 'page',
      impact: 'a route failed three times within a quarter of an hour: what its screen does is not possible',
      first: 'see which route contributes to the alarm, and read the log of its function',
      section: 'errors-of-a-route',
      metric: sumOfEach(own, counted.failures, 'Route', Duration.minutes(15)),
      threshold: 3,
    },
    {
      name: 'api-latency',
      severity: 'ticket',
      impact: 'one in a hundred requests takes five seconds or longer',
      first: 'compare p50 with p99 on the dashboard',
      section: 'latency-of-the-api',
      metric: new MathExpression({
        expression: ifAsked('FILL(slowest, 0)'),
        usingMetrics: { requests, slowest: apiMetric(apiId, 'Latency', 'p99') },
        label: 'p99 of the latency (ms)',
        period: fiveMinutes,
      }),
      threshold: 5_000,
      periods: 3,
    },
    {
      name: 'refusals',
      severity: 'page',
      impact: 'CloudFront shows the API a wrong key, so every request to the portal is refused',
      first: 'compare when the secret of the origin was changed with when the page was deployed',
      section: 'trigger-authorize-origin',
      metric: sum(own, counted.refusals, {}),
      threshold: 1,
      periods: 3,
    },
    ...(Object.keys(triggers) as (keyof typeof triggers)[]).map((name) => triggerAlarm(stageName, name)),
    {
      name: 'throttled-tables',
      severity: 'ticket',
      impact: 'what is kept in a table is read or written late or not at all',
      first: 'see which table contributes to the alarm',
      section: 'throttled-tables',
      metric: sumOfEach('AWS/DynamoDB', 'ThrottledRequests', 'TableName'),
      threshold: 10,
      periods: 2,
    },
  ];
}

interface Queues {
  failedJobs: Queue;
  tasks: Queue;
  deadTasks: Queue;
}

const workAlarms = (stageName: string, { failedJobs, tasks, deadTasks }: Queues): AlarmDeclaration[] => [
  {
    name: 'tasks-late',
    severity: 'ticket',
    impact: 'what follows from a change (mails, messages to the staff, events of Stripe) is late',
    first: 'read which kind of task fails in the log of run-tasks',
    section: 'late-tasks',
    metric: ofQueue(tasks, 'ApproximateAgeOfOldestMessage'),
    threshold: 15 * 60,
    periods: 3,
  },
  {
    name: 'tasks-dead',
    severity: 'ticket',
    impact: 'a mail, a message to the staff or an event of Stripe failed for hours and waits for people',
    first: 'read why in the log of run-tasks',
    section: 'dead-tasks',
    metric: ofQueue(deadTasks, 'ApproximateNumberOfMessagesVisible'),
    threshold: 1,
  },
  ...allJobs.map((job) => jobAlarm(stageName, job)),
  {
    name: 'job-errors',
    severity: 'ticket',
    impact: 'a job or a task met something that no later run mends by itself',
    first: 'see which job or kind of task contributes to the alarm, and read its log',
    section: 'errors-of-jobs',
    metric: sumOfEach(ownNamespace(stageName), counted.jobErrors, 'Job'),
    threshold: 1,
  },
  {
    name: 'failed-jobs',
    severity: 'ticket',
    impact: 'a job was given up after its retries; what it was to do waits for the next run',
    first: 'read the message in the queue: it names the job and the error',
    section: 'failed-jobs',
    metric: ofQueue(failedJobs, 'ApproximateNumberOfMessagesVisible'),
    threshold: 1,
  },
];

function messageAlarms(stageName: string): AlarmDeclaration[] {
  const TopicName = physicalName(stageName, 'staff');
  return [
    {
      // A single error may be one old browser; ten in an hour are a mistake of ours.
      name: 'page-errors',
      severity: 'ticket',
      impact: 'a screen shows an error in place of its content, or a button does nothing',
      first: 'compare the release in the log of report-client-error with the newest one',
      section: 'errors-of-the-page',
      metric: sum(ownNamespace(stageName), counted.pageErrors, {}, hour),
      threshold: 10,
    },
    {
      // Since the month began, in US dollars (SNS developer guide, "Monitoring SMS activity").
      name: 'sms-spending',
      severity: 'ticket',
      impact: 'at the limit of the account no SMS is sent, and whoever has SMS as second step cannot sign in',
      first: 'find out whether people or a machine requested them',
      section: 'spending-on-sms',
      metric: new Metric({
        namespace: 'AWS/SNS',
        metricName: 'SMSMonthToDateSpentUSD',
        statistic: 'Maximum',
        period: hour,
      }),
      threshold: smsAlarmDollars,
    },
    reputationAlarm('mail-bounces', 'Reputation.BounceRate', 0.05),
    reputationAlarm('mail-complaints', 'Reputation.ComplaintRate', 0.001),
    {
      // A subscription of mail ends by one click in any of its mails, and mail scanners click. Twice, because a message
      // and its delivery may lie in two periods (SNS developer guide, "Amazon SNS metrics").
      name: 'staff-unheard',
      severity: 'ticket',
      impact: 'messages to the staff reach nobody: returns, exchanges, repairs and ended subscriptions are seen late',
      first: 'run the check of the stage: it says whether anybody is subscribed',
      section: 'messages-to-the-staff',
      metric: new MathExpression({
        expression: 'IF(FILL(delivered, 0) > 0, 0, FILL(published, 0))',
        usingMetrics: {
          published: sum('AWS/SNS', 'NumberOfMessagesPublished', { TopicName }, hour),
          delivered: sum('AWS/SNS', 'NumberOfNotificationsDelivered', { TopicName }, hour),
        },
        label: 'Messages that reached nobody',
        period: hour,
      }),
      threshold: 2,
    },
  ];
}

/** The alarms in the stage's own region. */
export const alarmsOf = ({ name }: StageSettings, watched: Queues & { apiId: string }): AlarmDeclaration[] => [
  ...requestAlarms(name, watched.apiId),
  ...workAlarms(name, watched),
  ...messageAlarms(name),
];
