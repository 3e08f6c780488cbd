import { jobTimeout } from '#shared/constants';
import type { JobHandler } from '#functions/platform/define-job';

/** Runs a scheduled job as its schedule does, or a person with an event of their own, with its whole time left. */
export const runJob = <R>(handler: JobHandler<R>, event: object = {}): Promise<R> =>
  handler(event, { getRemainingTimeInMillis: () => jobTimeout * 1000 });
