import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '#shared/environment';
import { acknowledge } from '../acknowledge';
import { PortalFunction } from '../constructs/portal-function';
import {
  cognito,
  devicesTable,
  mail,
  masterPassword,
  records,
  staffTopic,
  stripe,
  usersTable,
  type Grant,
  type Resources,
} from '../grants';
import { physicalName } from '../names';

/** What runs by the clock, as its alarms need to know it. */
export interface Job {
  name: string;
  every: Duration;
  /** What a customer loses when it fails or does not run. */
  errorImpact: string;
}

interface DeclaredJob extends Job {
  grants: readonly Grant[];
  environment?: Partial<Record<EnvironmentName, string>>;
}

/**
 * What runs by the clock. A schedule is named like the job it starts. One run at a time: where the stage reserves
 * concurrency, the next one waits until the one before has ended. What failed for good lies in the queue
 * `portal-<stage>-jobs-failed`, which has an alarm.
 */
export class JobsStack extends Stack {
  readonly jobs: readonly Job[];
  readonly failed: Queue;

  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources; bundles: string }) {
    super(scope, id, props);
    const { resources, bundles } = props;
    const { stage } = resources;
    const jobs: DeclaredJob[] = [
      {
        name: 'reconcile-shops',
        every: Duration.minutes(stage.reconcileMinutes),
        errorImpact: 'a change in Stripe whose event was lost stays unseen',
        grants: [usersTable('Scan', 'GetItem', 'PutItem', 'DeleteItem'), stripe()],
      },
      {
        name: 'end-overdue-subscriptions',
        every: Duration.days(1),
        errorImpact: 'nobody is told that a payment is late, and a contract goes on unpaid',
        grants: [usersTable('GetItem', 'Query', 'PutItem', 'DeleteItem'), stripe()],
      },
      {
        name: 'end-disabled-sessions',
        every: Duration.minutes(30),
        errorImpact: 'a user disabled in Cognito stays signed in',
        grants: [usersTable('Query', 'DeleteItem'), cognito('ListUsers')],
      },
      {
        name: 'finish-account-changes',
        every: Duration.minutes(10),
        errorImpact: 'a deletion or change of address that was interrupted stays half done',
        grants: [
          usersTable('Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
          cognito('AdminGetUser', 'AdminDeleteUser'),
          stripe(),
        ],
      },
      {
        name: 'send-notices',
        every: Duration.minutes(1),
        errorImpact: 'nobody is told by mail that their account was changed',
        grants: [usersTable('Query', 'GetItem', 'UpdateItem', 'DeleteItem'), mail(), staffTopic()],
        environment: { PORTAL_ORIGIN: stage.portalOrigin },
      },
      {
        name: 'deliver-requests',
        every: Duration.minutes(1),
        errorImpact: 'a return, exchange or repair that could not be delivered at once does not reach the staff',
        grants: [devicesTable('Query', 'GetItem', 'UpdateItem', 'DeleteItem'), records(), staffTopic()],
      },
      {
        name: 'mirror-devices',
        every: Duration.minutes(stage.syncMinutes),
        errorImpact: 'devices and requests stay as they were when they were last read from the record system',
        grants: [
          devicesTable('GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'),
          records(),
        ],
      },
      {
        name: 'mirror-repairs',
        every: Duration.minutes(stage.syncMinutes),
        errorImpact: 'repairs stay as they were when they were last read from the record system',
        grants: [devicesTable('BatchGetItem', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'), records()],
      },
      {
        name: 'rotate-master-password',
        every: Duration.days(30),
        errorImpact: 'the master password stays the same',
        grants: [masterPassword('PutSecretValue')],
      },
    ];
    this.jobs = jobs;
    this.failed = new Queue(this, 'Failed', {
      queueName: physicalName(stage.name, 'jobs-failed'),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.failed, { SQS3: 'it is itself where failed runs end' });
    // CDK's own role would let the scheduler invoke every version too.
    const scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
      description: 'Lets the schedules start the jobs',
    });
    const started: string[] = [];
    for (const job of jobs) {
      const target = new PortalFunction(this, {
        stage,
        name: job.name,
        bundles,
        errorImpact: job.errorImpact,
        timeout: Duration.minutes(5),
        atOnce: 1,
        failed: this.failed,
        ...(job.environment && { environment: job.environment }),
      });
      for (const grant of job.grants) grant(target, resources);
      new Schedule(this, `${job.name}-schedule`, {
        scheduleName: physicalName(stage.name, job.name),
        schedule: ScheduleExpression.rate(job.every),
        target: new LambdaInvoke(target.lambda, {
          retryAttempts: 2,
          maxEventAge: Duration.hours(1),
          deadLetterQueue: this.failed,
          role: scheduler.withoutPolicyUpdates(),
        }),
      });
      started.push(target.lambda.functionArn);
    }
    scheduler.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: started }));
    scheduler.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.failed.queueArn] }));
  }
}
