import { sendDigest } from '../domain/movements/daily-digest';
import { defineJob } from '../define-job';

/** One message a day: devices held and not billed, billed and not held, trials that end without a card. */
export const handler = defineJob('daily-digest', sendDigest, {
  reserveMs: 10_000,
  failure: ({ checked, failed, finished }) => {
    if (!finished) return 'Not all shops could be looked at in time';
    return failed > 0 && checked === 0 ? `${failed} shops could not be looked at` : undefined;
  },
});
