import { assumed, hoursAMonth, secondsAMonth, spansWith } from './assumptions';
import { itemSizes, bytesBesideAnItem } from './item-sizes';
import { devicesTableBytes, previewsAMonth, runOf, usersTableBytes } from './jobs';
import type { PriceName } from './prices/prices';
import type { StageParts } from './stage-parts';
import { callsOf, monthOf, ownerBytes, exportsAMonth } from './traffic';

/** A quantity of a priced thing, and its cause. */
export interface Demand {
  price: PriceName;
  cause: string;
  quantity: number;
}

const gigabyte = 1e9;
/**
 * Metrics of a route: 4xx, 5xx, Count, DataProcessed, IntegrationLatency, Latency (API Gateway developer guide,
 * "Monitor CloudWatch metrics for HTTP APIs"), counted for each hour with a call.
 */
const metricsARoute = 6;
/**
 * DynamoDB asks for a table's key again after five minutes, and a function for Stripe's keys (developer guide of
 * DynamoDB; decision 024).
 */
const keySpans = hoursAMonth * 12;
/**
 * X-Ray's default rule traces the first request of each second and a twentieth of the others. Counted for each function
 * separately, which is the maximum.
 */
const traced = (count: number): number =>
  spansWith(count, secondsAMonth) + (count - spansWith(count, secondsAMonth)) / 20;
const cold = (count: number): number => spansWith(count, (hoursAMonth * 60) / assumed('keptWarmMinutes'));

/** Everything that a stage needs of AWS in a month with this many shops. */
export function demandsOf(shops: number, stage: StageParts): Demand[] {
  const month = monthOf(shops);
  const demands: Demand[] = [];
  const add = (cause: string, quantities: Partial<Record<PriceName, number>>): void => {
    for (const [price, quantity] of Object.entries(quantities))
      demands.push({ price: price as PriceName, cause, quantity });
  };
  /** The demands of one function's runs. */
  const run = (
    cause: string,
    count: number,
    memory: number,
    {
      seconds,
      reads,
      writes,
      stripe,
    }: { seconds: number; reads: number; writes: number; stripe?: boolean | undefined },
  ): void => {
    const asked = spansWith(count, keySpans);
    const logs = (count * assumed('logBytes')) / gigabyte;
    add(cause, {
      lambdaRequests: count,
      lambdaCompute: (count * seconds + cold(count) * assumed('coldSeconds')) * (memory / 1_024),
      dynamoReads: count * reads,
      dynamoWrites: count * writes,
      traces: traced(count),
      logsIngest: logs,
      logsStorage: (logs * assumed('logCompression') * stage.logRetentionDays) / 30,
      secretReads: stripe ? asked : 0,
      keyRequests: stage.keys > 0 ? asked * (stripe ? 2 : 1) : 0,
    });
  };

  add('alarms', { alarms: stage.alarmMetrics });
  add('dashboard', { dashboards: stage.dashboards });
  add('secrets', { secrets: stage.secrets });
  add('key', { keys: stage.keys });
  add('firewall', { firewalls: stage.firewalls, firewallRules: stage.firewallRules });

  const calls = callsOf(month);
  for (const { name, count, work } of calls) {
    const cause =
      { 'stripe-webhook': 'Stripe’s events', 'kintone-webhook': 'Kintone’s webhooks' }[name as string] ??
      'calls of owners';
    run(cause, count, stage.memory, work);
    add(cause, {
      apiRequests: count,
      metrics: stage.routeMetrics ? (metricsARoute * spansWith(count, hoursAMonth)) / hoursAMonth : 0,
      cloudFrontRequests: count,
      cloudFrontToOrigin: (count * assumed('requestKilobytes') * 1_000) / gigabyte,
      cloudFrontTraffic:
        (count * (name === 'list-shops' ? ownerBytes.all : assumed('answerKilobytes') * 1_000)) / gigabyte,
      firewallRequests: stage.firewalls * count,
    });
  }
  // The authorizer runs once an hour (infra/stacks/api-stack.ts).
  run('calls of owners', spansWith(month.visits, hoursAMonth), stage.memory, {
    seconds: 0.1,
    reads: 0,
    writes: 0,
    stripe: true,
  });

  const freshFiles = month.visits * assumed('freshLoads') * assumed('pageFiles');
  const files = month.visits + freshFiles;
  add('the page', {
    cloudFrontRequests: files,
    cloudFrontFunctions: files,
    cloudFrontTraffic: (month.visits * (assumed('freshLoads') * assumed('pageKilobytes') + 1) * 1_000) / gigabyte,
    firewallRequests: stage.firewalls * files,
    // index.html is requested each time; a few edges fetch each file of a release.
    s3Reads: month.visits + Math.min(files, 20 * 2 * assumed('pageFiles')),
    s3Writes: 2 * 2 * assumed('pageFiles'),
    s3Storage: (48 * assumed('releaseMegabytes')) / 1_000,
  });
  const requests = files + calls.reduce((sum, { count }) => sum + count, 0);
  const passMinutes = stage.jobs.find(({ name }) => name === 'reconcile-shops')?.everyMinutes ?? Infinity;
  // Each invoice is archived when it is issued and when it is paid: content and PDF; a full archive is ten years old.
  add('documents', {
    s3Writes: month.subscriptions * 4,
    // Documents that are opened, and the last invoice, with which each preview is compared.
    s3Reads: month.visits * 0.4 + month.subscriptions * previewsAMonth(passMinutes),
    s3Storage: (month.subscriptions * 120 * 2 * assumed('documentKilobytes')) / 1_000_000,
  });
  // An export reads content and PDF of each document, writes four objects' worth of requests, and lies a week.
  const exports = month.owners * exportsAMonth;
  const documents = assumed('shopsPerOwner') * 12;
  add('exports', {
    s3Writes: exports * 4,
    s3Reads: exports * (2 * documents + 1),
    s3Storage: (exports * documents * assumed('documentKilobytes')) / 1_000_000 / 4,
    mails: exports,
  });
  add('access logs of CloudFront', { s3Storage: (requests * 100 * stage.logRetentionDays) / 30 / gigabyte });

  const sms = month.owners * assumed('smsShare');
  const codes = month.newOwners;
  add('who signs in', { cognitoLite: month.owners + month.newOwners });
  add('second steps', { sms });
  add('mails', { mails: codes + month.owners * assumed('noticesPerOwner'), staffMails: month.owners * 0.05 + 50 });
  run('mails and SMS', codes + sms, stage.memory, { seconds: 0.05, reads: 0, writes: 0 });

  for (const job of stage.jobs) {
    const one = runOf(job, month, passMinutes);
    const planned = (hoursAMonth * 60) / job.everyMinutes;
    run(job.name, planned, job.memory, one);
    add(job.name, { schedules: planned });
  }

  const passing =
    (calls.find(({ name }) => name === 'stripe-webhook')?.count ?? 0) *
    (7 / 30) *
    (itemSizes.event + bytesBesideAnItem);
  const bytes = { 'users table': usersTableBytes(month) + passing, 'devices table': devicesTableBytes(month) };
  for (const [table, size] of Object.entries(bytes))
    add(table, { dynamoStorage: size / gigabyte, dynamoRecovery: stage.recovery ? size / gigabyte : 0 });
  return demands;
}
