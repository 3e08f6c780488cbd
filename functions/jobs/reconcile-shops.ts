import { reconcileShops } from '../domain/reconcile/reconcile-shops';
import { defineJob } from '../define-job';

/** Updates the snapshot of each shop from Stripe, the oldest reading first. */
export const handler = defineJob('reconcile-shops', reconcileShops, {
  reserveMs: 20_000,
  failure: ({ failed, read }) => (failed > 0 && read === 0 ? `No shop could be read: ${failed} failed` : undefined),
});
