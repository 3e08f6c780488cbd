import { assumed, hoursAMonth, secondsAMonth, spansWith } from './assumptions';
import { itemSizes, bytesBesideAnItem } from './item-sizes';
import { devicesTableBytes, runOf, usersTableBytes } from './jobs';
import type { PriceName } from './prices/prices';
import type { StageParts } from './stage-parts';
import { callsOf, exportsAMonth, monthOf, ownerBytes, type Month } from './traffic';

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
 * DynamoDB; decisions/stripe).
 */
const keySpans = hoursAMonth * 12;
/**
 * X-Ray's default rule traces the first request of each second and a twentieth of the others. Counted for each function
 * separately, which is the maximum.
 */
const traced = (count: number): number =>
  spansWith(count, secondsAMonth) + (count - spansWith(count, secondsAMonth)) / 20;
const cold = (count: number): number => spansWith(count, (hoursAMonth * 60) / assumed('keptWarmMinutes'));

interface RunWork {
  seconds: number;
  reads: number;
  writes: number;
  stripe?: boolean | undefined;
}

/** The demands of a stage with a number of shops, as its parts add them. */
class Usage {
  readonly demands: Demand[] = [];
  readonly month: Month;

  constructor(
    shops: number,
    readonly stage: StageParts,
  ) {
    this.month = monthOf(shops);
  }

  add(cause: string, quantities: Partial<Record<PriceName, number>>): void {
    for (const [price, quantity] of Object.entries(quantities))
      this.demands.push({ price: price as PriceName, cause, quantity });
  }

  /** The demands of one function's runs; `memory` in megabytes. */
  addRuns(cause: string, count: number, memory: number, { seconds, reads, writes, stripe }: RunWork): void {
    const asked = spansWith(count, keySpans);
    const logs = (count * assumed('logBytes')) / gigabyte;
    this.add(cause, {
      lambdaRequests: count,
      lambdaCompute: (count * seconds + cold(count) * assumed('coldSeconds')) * (memory / 1_024),
      dynamoReads: count * reads,
      dynamoWrites: count * writes,
      traces: traced(count),
      logsIngest: logs,
      logsStorage: (logs * assumed('logCompression') * this.stage.logRetentionDays) / 30,
      secretReads: stripe ? asked : 0,
      keyRequests: this.stage.keys > 0 ? asked * (stripe ? 2 : 1) : 0,
    });
  }
}

/** What a stage costs even without visitors. */
function addStanding(usage: Usage): void {
  const { stage } = usage;
  usage.add('alarms', { alarms: stage.alarmMetrics });
  usage.add('dashboard', { dashboards: stage.dashboards });
  usage.add('secrets', { secrets: stage.secrets });
  usage.add('key', { keys: stage.keys });
  usage.add('firewall', { firewalls: stage.firewalls, firewallRules: stage.firewallRules });
}

function addCalls(usage: Usage): void {
  const { month, stage } = usage;
  for (const { name, count, work } of callsOf(month)) {
    const cause =
      { 'stripe-webhook': 'Stripe’s events', 'kintone-webhook': 'Kintone’s webhooks' }[name as string] ??
      'calls of owners';
    usage.addRuns(cause, count, stage.memory, work);
    usage.add(cause, {
      apiRequests: count,
      metrics: stage.routeMetrics ? (metricsARoute * spansWith(count, hoursAMonth)) / hoursAMonth : 0,
      cloudFrontRequests: count,
      cloudFrontToOrigin: (count * assumed('requestKilobytes') * 1_000) / gigabyte,
      cloudFrontTraffic:
        (count * (name === 'list-shops' ? ownerBytes.all : assumed('responseKilobytes') * 1_000)) / gigabyte,
      firewallRequests: stage.firewalls * count,
    });
  }
  // The authorizer runs once an hour (infra/stacks/api-stack.ts).
  usage.addRuns('calls of owners', spansWith(month.visits, hoursAMonth), stage.memory, {
    seconds: 0.1,
    reads: 0,
    writes: 0,
    stripe: true,
  });
}

function addPage(usage: Usage): void {
  const { month, stage } = usage;
  const freshFiles = month.visits * assumed('freshLoads') * assumed('pageFiles');
  const files = month.visits + freshFiles;
  usage.add('the page', {
    cloudFrontRequests: files,
    cloudFrontFunctions: files,
    cloudFrontTraffic: (month.visits * (assumed('freshLoads') * assumed('pageKilobytes') + 1) * 1_000) / gigabyte,
    firewallRequests: stage.firewalls * files,
    // index.html is requested each time; a few edges fetch each file of a release.
    s3Reads: month.visits + Math.min(files, 20 * 2 * assumed('pageFiles')),
    s3Writes: 2 * 2 * assumed('pageFiles'),
    s3Storage: (48 * assumed('releaseMegabytes')) / 1_000,
  });
  const requests = files + callsOf(month).reduce((sum, { count }) => sum + count, 0);
  usage.add('access logs of CloudFront', { s3Storage: (requests * 100 * stage.logRetentionDays) / 30 / gigabyte });
}

function addDocuments(usage: Usage): void {
  const { month } = usage;
  // An export is one object, is opened twice, and lies a week.
  const exports = month.owners * exportsAMonth;
  const documents = assumed('shopsPerOwner') * 12;
  usage.add('exports', {
    s3Writes: exports,
    s3Reads: 2 * exports,
    s3Storage: (exports * documents * assumed('documentKilobytes')) / 1_000_000 / 4,
    mails: exports,
  });
}

function addUsers(usage: Usage): void {
  const { month, stage } = usage;
  const sms = month.owners * assumed('smsShare');
  const codes = month.newOwners;
  usage.add('who signs in', { cognitoLite: month.owners + month.newOwners });
  usage.add('second steps', { sms });
  usage.add('mails', {
    mails: codes + month.owners * assumed('noticesPerOwner'),
    staffMails: month.owners * 0.05 + 50,
  });
  usage.addRuns('mails and SMS', codes + sms, stage.memory, { seconds: 0.05, reads: 0, writes: 0 });
}

function addJobs(usage: Usage): void {
  for (const job of usage.stage.jobs) {
    const planned = (hoursAMonth * 60) / job.everyMinutes;
    usage.addRuns(job.name, planned, job.memory, runOf(job, usage.month));
    usage.add(job.name, { schedules: planned });
  }
}

function addTables(usage: Usage): void {
  const { month, stage } = usage;
  const events = callsOf(month).find(({ name }) => name === 'stripe-webhook')?.count ?? 0;
  // Events are kept for a week.
  const passing = events * (7 / 30) * (itemSizes.event + bytesBesideAnItem);
  const bytes = { 'users table': usersTableBytes(month) + passing, 'devices table': devicesTableBytes(month) };
  for (const [table, size] of Object.entries(bytes))
    usage.add(table, { dynamoStorage: size / gigabyte, dynamoRecovery: stage.recovery ? size / gigabyte : 0 });
}

/** Everything that a stage needs of AWS in a month with this many shops. */
export function demandsOf(shops: number, stage: StageParts): Demand[] {
  const usage = new Usage(shops, stage);
  addStanding(usage);
  addCalls(usage);
  addPage(usage);
  addDocuments(usage);
  addUsers(usage);
  addJobs(usage);
  addTables(usage);
  return usage.demands;
}
