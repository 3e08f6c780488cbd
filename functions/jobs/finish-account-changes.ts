import { finishAccountChanges } from '../domain/account/finish-account-changes';
import { defineJob, foundNothing } from '../define-job';

/** Finishes the changes of accounts in which a call was interrupted. */
export const handler = defineJob('finish-account-changes', finishAccountChanges, {
  reserveMs: 60_000,
  isIdle: foundNothing,
  failure: ({ finished, left }) =>
    left > 0 && finished === 0 ? `No account change could be finished: ${left} left` : undefined,
});
