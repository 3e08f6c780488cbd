import type { Context } from 'aws-lambda';
import { clock } from '../adapters/clock';
import { runSync, type SyncRun } from '../domain/devices/run-sync';
import { logger } from '../runtime/logger';

/** Time for the page under way to end, in milliseconds. */
const reserve = 45_000;

/** Run by the schedule: mirrors what changed of repairs and of the work on them. A failure is thrown, for its alarm. */
export const handler = async (
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<SyncRun> => {
  const run = await runSync('repairs', clock.now() + context.getRemainingTimeInMillis() - reserve);
  logger.info('repairs mirrored', { ...run });
  return run;
};
