import { readMissedEvents } from '../domain/stripe-events/read-missed-events';
import { defineJob } from '../define-job';

/** Reads again the shops whose events the webhook missed. Any failure counts. */
export const handler = defineJob('read-missed-events', readMissedEvents, {
  reserveMs: 60_000,
  isIdle: ({ read, failed, left }) => read + failed + left === 0,
  failure: ({ failed }) => (failed > 0 ? `The events of ${failed} shops could not be handled` : undefined),
});
