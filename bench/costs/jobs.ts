import type { JobName } from '../../infra/functions/jobs';
import { reconciling } from '#shared/limits';
import { assumed } from './assumptions';
import { bytesBesideAnItem, itemSizes, payments, readUnits } from './item-sizes';
import type { ScheduledJob } from './stage-parts';
import { snapshotWrites, tableBytes, type Month } from './traffic';

/** Average demands of one run of a job. */
export interface JobRun {
  seconds: number;
  reads: number;
  writes: number;
  stripe?: boolean;
}

const megabyte = 1_048_576;
/** A scan costs half a unit for 4 kB (eventually consistent). */
const scanUnits = (bytes: number): number => readUnits(bytes) / 2;

/** Bytes of the users table, without short-lived items. */
export const usersTableBytes = ({ shops, owners }: Month): number =>
  shops * (tableBytes.shop + 3 * bytesBesideAnItem) + owners * (tableBytes.owner + 3 * bytesBesideAnItem);
/** Bytes of the devices table with its index. */
export const devicesTableBytes = ({ devices }: Month): number =>
  devices * (1 + 3 * assumed('repairsPerDevice')) * 2 * (itemSizes.device + bytesBesideAnItem);

/**
 * A pass over all shops, in tasks of one part of the table each: each part is scanned, and its shops are read from
 * Stripe.
 */
export function reconcile(month: Month): JobRun & { scanSeconds: number } {
  const bytes = usersTableBytes(month);
  const scanSeconds = (bytes / megabyte) * assumed('scanSeconds');
  return {
    seconds: scanSeconds + (month.shops * assumed('stripeSeconds')) / reconciling.shopsAtOnce,
    scanSeconds,
    // Of each shop the rows of its payments.
    reads: scanUnits(bytes) + 1 + month.shops * payments * 0.5,
    writes: month.shops * snapshotWrites + Math.ceil(bytes / (reconciling.pagesInPart * megabyte)),
    stripe: true,
  };
}

/**
 * Kintone's daily limit of requests an app on its Standard course; Wide has ten times that
 * (https://cybozu.dev/ja/kintone/tips/best-practices/performance/kintone-api-request-limit-exceeded-guide).
 */
export const recordRequestsADay = 10_000;
const recordPage = 500;
/**
 * Of an app in a run that finds little: its form, a page of changes, how many records there are (decisions/devices).
 */
const requestsOfRun = 3;

/**
 * Requests of a full pass over an app: its pages, then a look-up of the mirrored records, a megabyte of the mirror at a
 * time.
 */
const fullPass = (records: number, bytes: number): number => {
  const megabytes = Math.ceil(bytes / megabyte);
  return (
    Math.ceil(records / recordPage) + megabytes * Math.max(1, Math.ceil(records / Math.max(1, megabytes) / recordPage))
  );
};

/**
 * Requests of each Kintone app a day, if changes are read every so many minutes and everything once a day (decision
 * 028).
 */
export function recordRequests(
  month: Month,
  everyMinutes: number,
): Record<'devices' | 'repairs' | 'workRecords' | 'requests', number> {
  const runs = requestsOfRun * ((24 * 60) / everyMinutes);
  const bytes = devicesTableBytes(month);
  const repairs = month.devices * assumed('repairsPerDevice');
  const asked = (month.owners * 0.05 * 12) / 365;
  return {
    devices: runs + fullPass(month.devices, bytes),
    repairs: runs + fullPass(repairs, bytes),
    workRecords: runs + fullPass(2 * repairs, bytes),
    requests: runs + asked,
  };
}

/** A mirroring run, including its share of the daily full pass. */
function mirror(month: Month, { everyMinutes }: ScheduledJob, records: number, requests: number): JobRun {
  const runs = (24 * 60) / everyMinutes;
  const changed = (records * assumed('deviceChanges')) / 30 / runs;
  return {
    seconds: 1 + (requests / runs) * assumed('recordPageSeconds'),
    // What the mirror has of a changed record, and the link to the shop of one that is new (decisions/devices).
    reads: 4 + (records + scanUnits(devicesTableBytes(month))) / runs + 2 * changed,
    // The record, and its entry in the index removed and added.
    writes: 4 + 3 * changed,
  };
}

/** Demands of one run of each job. */
const runs: Record<JobName, (month: Month, job: ScheduledJob) => JobRun> = {
  'reconcile-shops': reconcile,
  // The events of ten minutes, and again those of the last quarter of an hour: each is looked up.
  'read-missed-events': ({ subscriptions }, { everyMinutes }) => {
    const events = (subscriptions * assumed('eventsPerSubscription') * (everyMinutes + 15)) / (730 * 60);
    return { seconds: 0.5 + events * 0.002, reads: 1 + events, writes: 1, stripe: true };
  },
  'end-overdue-subscriptions': ({ subscriptions }) => ({
    seconds: 5 + subscriptions * 0.0002,
    reads: 10,
    writes: subscriptions * 0.001,
    stripe: true,
  }),
  // Nothing waits but what could not be sent at once, or is due later.
  'sweep-tasks': () => ({ seconds: 0.1, reads: 1, writes: 0 }),
  'end-disabled-sessions': () => ({ seconds: 1, reads: 2, writes: 0 }),
  'finish-account-changes': () => ({ seconds: 0.2, reads: 2, writes: 0 }),
  'remove-unconfirmed-users': () => ({ seconds: 0.5, reads: 1, writes: 0 }),
  // All shops by their ages; of each its snapshot, its movements and its devices.
  'daily-digest': (month) => ({
    seconds: 1 + (usersTableBytes(month) / megabyte) * assumed('scanSeconds') + month.shops * 0.002,
    reads: 1 + scanUnits(usersTableBytes(month)) + month.shops * (readUnits(tableBytes.shop) + 3),
    writes: month.shops * 0.001,
  }),
  'deliver-requests': () => ({ seconds: 0.1, reads: 1, writes: 0 }),
  'mirror-devices': (month, job) => mirror(month, job, month.devices, recordRequests(month, job.everyMinutes).devices),
  'mirror-repairs': (month, job) => {
    const { repairs, workRecords } = recordRequests(month, job.everyMinutes);
    return mirror(month, job, 3 * month.devices * assumed('repairsPerDevice'), repairs + workRecords);
  },
  // A run reads every app if a record was changed since the last one.
  'mirror-hinted': ({ devices }, { everyMinutes }) => {
    const hinted = Math.min(1, (devices * assumed('deviceChanges') * everyMinutes) / (730 * 60));
    const requests = 4 * requestsOfRun;
    return {
      seconds: 0.05 + hinted * requests * assumed('recordPageSeconds'),
      reads: 1 + 8 * hinted,
      writes: 8 * hinted,
    };
  },
};

/** The average run of a job. */
export const runOf = (job: ScheduledJob, month: Month): JobRun => runs[job.name](month, job);
