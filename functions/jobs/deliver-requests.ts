import { clock } from '../adapters/clock';
import { deliverRequests, type Delivered } from '../domain/device-requests/deliver-requests';
import { logger } from '../runtime/logger';

/** What is kept back for the last one's writing down, in milliseconds. */
const reserve = 10_000;

/**
 * Run by the schedule: delivers the requests that have not reached the staff. A run in which none could be delivered
 * is thrown, so that its alarm sees it.
 */
export const handler = async (
  _event: unknown,
  context: { getRemainingTimeInMillis: () => number },
): Promise<Delivered> => {
  const result = await deliverRequests(clock.now() + context.getRemainingTimeInMillis() - reserve);
  const left = result.waiting + result.parked;
  if (result.delivered + left > 0) logger.info('requests delivered', { ...result });
  if (left > 0 && result.delivered === 0) throw new Error(`No request could be delivered: ${left} failed`);
  return result;
};
