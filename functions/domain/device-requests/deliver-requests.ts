import { mapWithLimit } from '../../adapters/map-with-limit';
import { clock } from '../../adapters/clock';
import {
  claimDelivery,
  removeDelivery,
  listDueDeliveries,
  stepsLeft,
  type DeliveryItem,
} from '../../adapters/devices-table/deliveries';
import { isWhole, readRequest } from '../../adapters/devices-table/requests';
import { newId } from '../../adapters/ids';
import { logger } from '../../runtime/logger';
import { deliverMovement } from './deliver-movement';
import { deliverRequest } from './deliver-request';
import { OutageGuard } from './outage-guard';
import { logFailure } from '../log-failure';

/** Requests of one run; the next run, a minute later, continues. */
const mostInRun = 500;
/** Of them at the same time: a domain of the record system takes 100 requests at once from all its clients. */
const mostAtOnce = 4;
/**
 * How long a run claims a request (seconds) and tries it (milliseconds); the difference is for recording the result.
 */
const claimFor = 60;
const tryFor = 40_000;

export interface Delivered {
  delivered: number;
  /** Tried without success, spared because their service is down, or left for the next run. */
  waiting: number;
  /** Tried once more without success after they had been set aside. */
  parked: number;
}

/**
 * Returns whether it was delivered; false if another run has it, no time is left, or every service it needs is down.
 */
async function deliverOne(due: DeliveryItem, guard: OutageGuard, until: number): Promise<boolean> {
  const left = stepsLeft(due);
  const spared = left.length > 0 && !left.some((step) => guard.lets(step));
  if (spared || clock.now() + tryFor > until) return false;
  const now = clock.seconds();
  const delivery = await claimDelivery(due, { claim: newId(), nextTryAt: now + claimFor }, now);
  if (!delivery) return false;
  const options = { until: clock.now() + tryFor, guard };
  if (delivery.news) return deliverMovement(delivery, delivery.news, options);
  const request = await readRequest(delivery);
  if (request && isWhole(request)) return deliverRequest(delivery, request, options);
  if (!request) logger.error('a delivery has no request', { deviceRequest: delivery.requestId });
  await removeDelivery(delivery);
  return request !== undefined;
}

/**
 * Delivers waiting requests and movements, oldest first; `until` in unix milliseconds. A failure does not
 * stop the others.
 */
export async function deliverRequests(until: number): Promise<Delivered> {
  const guard = new OutageGuard();
  const result: Delivered = { delivered: 0, waiting: 0, parked: 0 };
  await mapWithLimit(mostAtOnce, await listDueDeliveries(clock.seconds(), mostInRun), async (due) => {
    const delivered = await deliverOne(due, guard, until).catch((error: unknown) => {
      logFailure('a request could not be delivered', { deviceRequest: due.requestId }, error);
      return false;
    });
    result[delivered ? 'delivered' : due.parkedAt === undefined ? 'waiting' : 'parked'] += 1;
  });
  return result;
}
