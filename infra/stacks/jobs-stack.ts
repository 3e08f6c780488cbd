import { Duration, Stack, TimeZone, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression, TimeWindow, type ScheduleProps } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { taskQueue } from '#shared/constants';
import { PortalFunction } from '../constructs/portal-function';
import type { Resources } from '../functions/permissions';
import { allJobs, type Job } from '../functions/jobs';
import { worker } from '../functions/worker';
import { physicalName } from '../stage/names';

/** When a job starts: each day at its hour in Japan; else at a rate, within a fifth of it, not all at once. */
function timesOf({ every, at }: Job): Pick<ScheduleProps, 'schedule' | 'timeWindow'> {
  if (at === undefined)
    return {
      schedule: ScheduleExpression.rate(every),
      timeWindow: TimeWindow.flexible(Duration.minutes(Math.ceil(every.toMinutes() / 5))),
    };
  return { schedule: ScheduleExpression.cron({ minute: '0', hour: String(at), timeZone: TimeZone.ASIA_TOKYO }) };
}

/**
 * The jobs, each with a schedule of its name. If the stage reserves concurrency, they run one at a time: a run waits
 * until the previous one has ended. The next run of a frequent job makes up for a failed one. A rare job is repeated;
 * if it fails for good, its event stays in the queue `portal-<stage>-jobs-failed`, which has an alarm.
 */
export class JobsStack extends Stack {
  readonly failed: Queue;

  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources; bundles: string }) {
    super(scope, id, props);
    const { resources, bundles } = props;
    const { stage } = resources;
    this.failed = new Queue(this, 'Failed', {
      queueName: physicalName(stage.name, 'jobs-failed'),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.#makeWorker(props);
    // CDK's own role would let the scheduler invoke every version too.
    const scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      description: 'Lets the schedules start the jobs',
    });
    const started: string[] = [];
    const schedules: Schedule[] = [];
    for (const job of allJobs) {
      const { every } = job;
      const isFrequent = every.toMinutes() <= 60;
      const target = new PortalFunction(this, {
        name: job.name,
        declaration: job,
        resources,
        bundles,
        ...(isFrequent ? { nextRun: every } : { failed: this.failed }),
      });
      const schedule = new Schedule(this, `${job.name}-schedule`, {
        scheduleName: physicalName(stage.name, job.name),
        ...timesOf(job),
        target: new LambdaInvoke(target.lambda, {
          retryAttempts: 2,
          maxEventAge: Duration.hours(1),
          deadLetterQueue: this.failed,
          role: scheduler.withoutPolicyUpdates(),
        }),
      });
      schedules.push(schedule);
      started.push(target.lambda.functionArn);
    }
    scheduler.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: started }));
    scheduler.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.failed.queueArn] }));
    // A schedule starts at once, and without the policy its first runs would fail.
    const policy = scheduler.node.findChild('DefaultPolicy');
    for (const schedule of schedules) schedule.node.addDependency(policy);
  }
  /** The function that the queue of tasks starts: with one task at a time, so that none waits for another's time. */
  #makeWorker({ resources, bundles }: { resources: Resources; bundles: string }): void {
    const { lambda } = new PortalFunction(this, { name: 'run-tasks', declaration: worker, resources, bundles });
    new EventSourceMapping(this, 'run-tasks-source', {
      target: lambda,
      eventSourceArn: resources.data.tasks.queueArn,
      batchSize: 1,
      maxConcurrency: taskQueue.atOnce,
      reportBatchItemFailures: true,
    });
  }
}
