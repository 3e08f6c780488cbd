import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { unlessMissing } from '#functions/platform/stripe/errors';
import type { LiveSubscription } from '#functions/billing/live-subscription';

/** Lets a subscription renew or end with its period. Idempotent: the same request again changes nothing. */
export async function setRenewal(live: LiveSubscription, renews: boolean, options: RequestBudget): Promise<void> {
  // A custom date is cleared by `cancel_at`, the end of the period by its flag; Stripe refuses both in one request.
  const params = renews && !live.endsAtPeriodEnd ? { cancel_at: '' as const } : { cancel_at_period_end: !renews };
  await stripe(options).subscriptions.update(live.id, params);
}

/** Plans the end of a subscription for a time, in unix seconds, or takes it back (null). */
export async function planEnd(id: string, endsAt: number | null, options: RequestBudget): Promise<void> {
  const params = { cancel_at: endsAt ?? ('' as const), proration_behavior: 'none' as const };
  await stripe(options).subscriptions.update(id, params);
}

/**
 * Ends a subscription now, without refund, credit or last invoice (docs.stripe.com/api/subscriptions/cancel). Open
 * invoices stay open. Does nothing if it has already ended.
 */
export async function cancelAtOnce(id: string, options: RequestBudget): Promise<void> {
  await unlessMissing(stripe(options).subscriptions.cancel(id, { invoice_now: false, prorate: false }));
}
