import { endOverdueSubscriptions, type Overdue } from '../domain/overdue/end-overdue-subscriptions';
import { logger } from '../runtime/logger';

/**
 * Run by the schedule once a day. A run in which anything failed is thrown when the rest is done, so that its alarm
 * sees it.
 */
export const handler = async (): Promise<Overdue> => {
  const overdue = await endOverdueSubscriptions();
  logger.info('late payments dealt with', { ...overdue });
  if (overdue.failed > 0) throw new Error(`${overdue.failed} of ${overdue.late} late payments could not be dealt with`);
  return overdue;
};
