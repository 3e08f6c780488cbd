import { lowerReturned } from '../domain/movements/lower-returned';
import { defineJob, foundNothing } from '../define-job';

/** Lowers the subscriptions of owners who returned a device to rent fewer. */
export const handler = defineJob('lower-returned', lowerReturned, {
  reserveMs: 60_000,
  isIdle: foundNothing,
  failure: ({ lowered, waiting }) =>
    waiting > 0 && lowered === 0 ? `No subscription could be lowered: ${waiting} wait` : undefined,
});
