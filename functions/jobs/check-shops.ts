import { checkShops } from '../domain/rounds/check-shops';
import { defineJob } from '../define-job';

/** Tells the staff about devices held but not billed, or billed but not held, and owners about trials that end soon. */
export const handler = defineJob('check-shops', checkShops, {
  reserveMs: 10_000,
  failure: ({ checked, failed, finished }) => {
    if (!finished) return 'Not all shops could be checked in time: the next run goes on';
    return failed > 0 && checked === 0 ? `${failed} shops could not be checked` : undefined;
  },
});
