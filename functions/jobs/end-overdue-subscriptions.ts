import { endOverdueSubscriptions } from '../domain/overdue/end-overdue-subscriptions';
import { defineJob } from '../define-job';

/** Once a day: warns of late payments, and ends the subscriptions that stayed unpaid. Any failure counts. */
export const handler = defineJob('end-overdue-subscriptions', endOverdueSubscriptions, {
  reserveMs: 60_000,
  failure: ({ failed, late }) =>
    failed > 0 ? `${failed} of ${late} late payments could not be dealt with` : undefined,
});
