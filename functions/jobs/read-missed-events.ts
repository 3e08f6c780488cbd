import { readMissedEvents } from '../domain/stripe-events/read-missed-events';
import { defineJob, foundNothing } from '../define-job';

export const handler = defineJob('read-missed-events', readMissedEvents, { reserveMs: 30_000, isIdle: foundNothing });
