import { finishAccountChanges, type Finished } from '../domain/account/finish-account-changes';
import { logger } from '../runtime/logger';

/**
 * Run by the schedule: finishes what calls began and were interrupted in. A run that finished nothing is thrown, so
 * that its alarm sees it.
 */
export const handler = async (): Promise<Finished> => {
  const finished = await finishAccountChanges();
  if (finished.finished + finished.left > 0) logger.info('account changes finished', { ...finished });
  if (finished.left > 0 && finished.finished === 0)
    throw new Error(`No account change could be finished: ${finished.left} left`);
  return finished;
};
