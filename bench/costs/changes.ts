import type { JobName } from '../../infra/functions/jobs';
import { estimate } from './estimate';
import type { ScheduledJob, StageParts } from './stage-parts';
import type { Demand } from './usage';

/** A job of the stage. @throws {Error} if the stage has no job of that name */
export function jobOf(stage: StageParts, name: JobName): ScheduledJob {
  const job = stage.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`The stage has no job "${name}"`);
  return job;
}

/** Dollars a month that one cause adds to the rest, i.e. the saving without it. */
export const added = (demands: readonly Demand[], cause: string): number =>
  estimate(demands).usd - estimate(demands.filter((one) => one.cause !== cause)).usd;
