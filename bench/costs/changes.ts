import { estimate, withPrice } from './estimate';
import type { ScheduledJob, StageParts } from './stage-parts';
import type { Demand } from './usage';

/** The job that reads every shop from Stripe again. */
export function reconcileJob(stage: StageParts): ScheduledJob {
  const job = stage.jobs.find(({ name }) => name === 'reconcile-shops');
  if (!job) throw new Error('The stage has no job "reconcile-shops"');
  return job;
}

/** Dollars a month with the user pool on Cognito's plan Lite. */
export const withLite = (demands: readonly Demand[]): number =>
  estimate(withPrice(demands, 'cognitoEssentials', 'cognitoLite')).usd;

/** Dollars a month that one cause adds to the rest: what would be saved without it. */
export const added = (demands: readonly Demand[], cause: string): number =>
  estimate(demands).usd - estimate(demands.filter((one) => one.cause !== cause)).usd;
