import { deliverRequests } from '../domain/device-requests/deliver-requests';
import { defineJob, foundNothing } from '../define-job';

/** Delivers the device requests that have not reached the staff. */
export const handler = defineJob('deliver-requests', deliverRequests, {
  reserveMs: 10_000,
  isIdle: foundNothing,
  failure: ({ delivered, waiting, parked }) =>
    waiting + parked > 0 && delivered === 0 ? `No request could be delivered: ${waiting + parked} failed` : undefined,
});
