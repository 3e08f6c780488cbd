import type { Account } from '../state/account';
import type { WireSubscription, WireSubscriptionItem } from '../wire/objects';
import { errors } from '../wire/errors';

interface EndRequest {
  cancel_at?: number | 'min_period_end' | 'max_period_end' | null;
  cancel_at_period_end?: boolean;
}

type PlannedEnd = Partial<
  Pick<WireSubscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'cancellation_details'>
>;

/**
 * docs.stripe.com/billing/subscriptions/cancel: cancel_at_period_end sets cancel_at to the end of the period; a chosen
 * date leaves the flag false, even if it is the period's end. canceled_at is the time of the request.
 */
export function plannedEnd(
  account: Account,
  subscription: WireSubscription,
  items: WireSubscriptionItem[],
  given: EndRequest,
): PlannedEnd {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = given;
  if (at && atPeriodEnd) throw errors.exclusive('cancel_at', 'cancel_at_period_end');
  const ends = items.map((item) => item.current_period_end);
  const requested: PlannedEnd = {
    canceled_at: account.now,
    cancellation_details: {
      comment: subscription.cancellation_details?.comment ?? null,
      feedback: subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
  };
  if (atPeriodEnd) return { ...requested, cancel_at: Math.max(...ends), cancel_at_period_end: true };
  if (at) {
    if (typeof at === 'string' && subscription.billing_mode.type !== 'flexible') {
      throw errors.invalid(`cancel_at=${at} is only available for subscriptions with billing_mode=flexible.`, {
        param: 'cancel_at',
      });
    }
    const date = at === 'min_period_end' ? Math.min(...ends) : at === 'max_period_end' ? Math.max(...ends) : at;
    if (date <= account.now) throw errors.invalid('`cancel_at` must be in the future.', { param: 'cancel_at' });
    return { ...requested, cancel_at: date, cancel_at_period_end: false };
  }
  const takesBack = at === null || (atPeriodEnd === false && subscription.cancel_at_period_end);
  if (!takesBack) return {};
  return {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  };
}
