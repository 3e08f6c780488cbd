import type Stripe from 'stripe';
import { type Call, route, type Route } from '../calls/route';
import { pauseSubscription, resumeSubscription } from '../rules/pause-subscription';
import { createSchedule, releaseSchedule } from '../rules/subscription-schedule';
import { renderSubscription } from '../state/render';
import type { WireSubscription } from '../wire/objects';
import { choice, choiceExcept, fields, paramsOf, required, text, not, unsupported } from '../wire/params';

const pauseParams = paramsOf<Stripe.SubscriptionPauseParams>()({
  bill_for: fields({
    outstanding_usage_through: fields({ type: required(choice('none', 'now')) }),
    unused_time_from: fields({ type: required(choiceExcept(['item_current_period_start'], 'none', 'now')) }),
  }),
  invoicing_behavior: choiceExcept(['invoice'], 'pending_invoice_item'),
  type: choice('subscription'),
});
const resumeParams = paramsOf<Stripe.SubscriptionResumeParams>()({
  billing_cycle_anchor: fields({ type: required(choiceExcept(['unchanged'], 'now')) }),
  payment_behavior: required(choiceExcept(['resume_on_payment_attempt'], 'resume_on_payment_success')),
  proration_behavior: unsupported,
  proration_date: unsupported,
});
const scheduleParams = paramsOf<Stripe.SubscriptionScheduleCreateParams>()({
  ...not('billing_mode customer customer_account default_settings end_behavior metadata pause_schedules phases'),
  ...not('start_date'),
  from_subscription: required(text()),
});
const releaseParams = paramsOf<Stripe.SubscriptionScheduleReleaseParams>()({ preserve_cancel_date: unsupported });

const subscriptionIn = ({ account, path }: Call): WireSubscription =>
  account.need('subscriptions', path['subscription'] ?? '');

/** What people do with a subscription in the dashboard. */
export const subscriptionStateRoutes: Route[] = [
  route('POST /v1/subscriptions/{subscription}/pause', pauseParams, (call, { bill_for: billFor }) => {
    const credits = billFor?.unused_time_from?.type !== 'none';
    return renderSubscription(call.account, pauseSubscription(call.account, subscriptionIn(call).id, credits));
  }),
  route('POST /v1/subscriptions/{subscription}/resume', resumeParams, (call) =>
    renderSubscription(call.account, resumeSubscription(call.account, subscriptionIn(call).id)),
  ),
  route('POST /v1/subscription_schedules', scheduleParams, ({ account }, { from_subscription: id }) =>
    createSchedule(account, account.need('subscriptions', id, 'from_subscription')),
  ),
  route('POST /v1/subscription_schedules/{schedule}/release', releaseParams, ({ account, path }) =>
    releaseSchedule(account, account.need('subscriptionSchedules', path['schedule'] ?? '').id, 'released'),
  ),
];
