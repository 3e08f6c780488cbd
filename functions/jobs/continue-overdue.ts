import { continueOverdue } from '../domain/overdue/end-overdue-subscriptions';
import { defineJob, foundNothing } from '../define-job';

/** Goes on with the late payments that one run of end-overdue-subscriptions could not finish. Any failure counts. */
export const handler = defineJob('continue-overdue', continueOverdue, {
  reserveMs: 60_000,
  isIdle: foundNothing,
  failure: ({ failed, late }) =>
    failed > 0 ? `${failed} of ${late} late payments could not be dealt with` : undefined,
});
