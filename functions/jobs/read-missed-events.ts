import { readMissedEvents } from '../domain/stripe-events/read-missed-events';
import { defineJob, foundNothing } from '../define-job';

/** Reads again the shops whose events the webhook missed. Any failure counts. */
export const handler = defineJob('read-missed-events', readMissedEvents, {
  reserveMs: 60_000,
  isIdle: foundNothing,
  failure: ({ failed }) => (failed > 0 ? `The events of ${failed} shops could not be handled` : undefined),
});
