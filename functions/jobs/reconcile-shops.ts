import { reconcileShops } from '../domain/reconcile/reconcile';
import { defineJob, foundNothing } from '../define-job';

/** Has the snapshot of each shop read from Stripe again, in tasks of one part of the table each. */
export const handler = defineJob('reconcile-shops', reconcileShops, { reserveMs: 10_000, isIdle: foundNothing });
