import type { Context } from 'aws-lambda';
import { clock } from '../adapters/clock';
import { runSync, type SyncRun } from '../domain/devices/run-sync';
import { logger } from '../runtime/logger';

/** Time for the page under way to end, in milliseconds. */
const reserve = 45_000;

/**
 * Run by the schedule: mirrors what changed of devices, and takes from the staff's records how far requests are. A
 * failure is thrown, for its alarm.
 */
export const handler = async (
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<SyncRun> => {
  const run = await runSync('devices', clock.now() + context.getRemainingTimeInMillis() - reserve);
  logger.info('devices mirrored', { ...run });
  return run;
};
