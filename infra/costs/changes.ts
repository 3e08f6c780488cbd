import { hoursAMonth } from './assumptions';
import { estimate, withPrice } from './estimate';
import { readings, secondsOf } from './jobs';
import type { ScheduledJob, StageParts } from './stage-parts';
import { callsOf, monthOf, snapshotWrites } from './traffic';
import { demandsOf, type Demand } from './usage';

/** The job that reads every shop from Stripe again. */
export function reconcileJob(stage: StageParts): ScheduledJob {
  const job = stage.jobs.find(({ name }) => name === 'reconcile-shops');
  if (!job) throw new Error('The stage has no job "reconcile-shops"');
  return job;
}

/** Dollars a month with the user pool on Cognito's plan Lite. */
export const withLite = (demands: readonly Demand[]): number => estimate(withPrice(demands, 'cognitoEssentials', 'cognitoLite')).usd;

/** Dollars a month that one cause adds to the rest: what would be saved without it. */
export const added = (demands: readonly Demand[], cause: string): number => estimate(demands).usd - estimate(demands.filter((one) => one.cause !== cause)).usd;

/** Dollars a month with an index of shops by age in place of reconcile-shops' scan: an entry is taken out and put in whenever a shop is read. */
export function withIndexOfAges(shops: number, stage: StageParts): number {
  const job = reconcileJob(stage);
  const month = monthOf(shops);
  const runs = (hoursAMonth * 60) / job.everyMinutes;
  const read = readings(month, job.timeout);
  const events = callsOf(month).find(({ name }) => name === 'stripe-webhook')?.count ?? 0;
  const rest = demandsOf(shops, stage).filter(({ cause, price }) => cause !== job.name || (price !== 'dynamoReads' && price !== 'dynamoWrites' && price !== 'lambdaCompute'));
  return estimate([
    ...rest,
    { price: 'dynamoWrites', cause: job.name, quantity: runs * read * (snapshotWrites + 2) + 2 * events },
    // Forty entries to 4 kB.
    { price: 'dynamoReads', cause: job.name, quantity: (runs * read) / 40 },
    { price: 'lambdaCompute', cause: job.name, quantity: runs * secondsOf(read) * (job.memory / 1_024) },
  ]).usd;
}
