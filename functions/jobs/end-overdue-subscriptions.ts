import { endOverdueSubscriptions } from '../domain/overdue/end-overdue-subscriptions';
import { defineJob } from '../define-job';

/** Once a day: has owners warned of late payments, and the subscriptions ended that stayed unpaid, in a task each. */
export const handler = defineJob('end-overdue-subscriptions', endOverdueSubscriptions, { reserveMs: 10_000 });
