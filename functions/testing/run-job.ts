import { jobTimeout } from '#shared/constants';
import type { JobHandler } from '#functions/platform/define-job';

/** Runs a scheduled job as its schedule does, with its whole time left. */
export const runJob = <R>(handler: JobHandler<R>): Promise<R> =>
  handler({}, { getRemainingTimeInMillis: () => jobTimeout * 1000 });
