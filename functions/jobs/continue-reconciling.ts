import { continueReconciling } from '../domain/reconcile/reconcile-shops';
import { defineJob, foundNothing } from '../define-job';

/** Goes on with a pass over all shops that one run of reconcile-shops could not finish. */
export const handler = defineJob('continue-reconciling', continueReconciling, {
  reserveMs: 20_000,
  isIdle: foundNothing,
  failure: ({ failed, read }) => (failed > 0 && read === 0 ? `No shop could be read: ${failed} failed` : undefined),
});
