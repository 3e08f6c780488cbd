import { Duration } from 'aws-cdk-lib';
import { jobTimeout } from '#shared/constants';
import { mirrorsDevices } from './permission-sets';
import * as may from './permissions';

interface JobDeclaration extends may.FunctionDeclaration {
  /** Time from one start to the next. */
  readonly every: Duration;
  /** The hour in Japan at which a job starts whose `every` is a day. */
  readonly at?: number;
}

/** Functions that a schedule of the same name starts. */
export const jobs = {
  'read-missed-events': {
    every: Duration.minutes(10),
    errorImpact: 'a change in Stripe whose event did not come is seen only when its shop is read again',
    permissions: [may.stripe, may.usersTable('GetItem', 'BatchGetItem'), may.tasks],
  },
  'end-overdue-subscriptions': {
    every: Duration.days(1),
    at: 10, // owners can still pay, and call the staff, on the day of the notice
    errorImpact: 'nobody is told that a payment is late, and a subscription goes on unpaid',
    permissions: [may.stripe, may.usersTable('Query'), may.tasks],
  },
  'check-users': {
    every: Duration.minutes(30),
    errorImpact: 'a user disabled in Cognito stays signed in, unconfirmed registrations stay, lost mails are not seen',
    permissions: [
      may.tasks,
      may.usersTable('GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
      may.cognito('ListUsers', 'AdminGetUser', 'AdminDeleteUser'),
      may.auditRecord,
      may.mailboxes,
    ],
  },
  'daily-digest': {
    every: Duration.days(1),
    at: 8, // before the staff begin
    errorImpact:
      'nobody hears of a trial that ends, or of devices held and not billed, or the other way round, and a change in ' +
      'Stripe that no event told stays unseen',
    permissions: [may.tasks],
  },
  'mirror-devices': {
    every: Duration.minutes(10),
    errorImpact: 'devices and requests stay as they were when they were last read from the record system',
    permissions: mirrorsDevices,
  },
  'mirror-repairs': {
    every: Duration.minutes(10),
    errorImpact: 'repairs stay as they were when they were last read from the record system',
    permissions: [
      may.tasks,
      may.devicesTable('BatchGetItem', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'),
      may.records,
    ],
  },
  'sweep-tasks': {
    every: Duration.minutes(5),
    errorImpact: 'a task that could not be sent at once, or is due later, is not done',
    permissions: [may.usersTable('Query', 'UpdateItem'), may.tasks],
  },
} as const satisfies Record<string, JobDeclaration>;

type JobName = keyof typeof jobs;

export interface Job extends JobDeclaration {
  name: JobName;
}

export const allJobs: readonly Job[] = (Object.keys(jobs) as JobName[]).map((name) => ({
  name,
  timeout: jobTimeout,
  concurrency: 1,
  ...jobs[name],
}));
