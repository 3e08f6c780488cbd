import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { isOver } from '../state/subscription-status';
import { errors } from '../wire/errors';
import type { WireSubscription, WireSubscriptionSchedule } from '../wire/objects';

/**
 * docs.stripe.com/api/subscription_schedules/create#create_subscription_schedule-from_subscription: one phase, which is
 * the subscription's current period, and a release after it.
 */
export function createSchedule(account: Account, subscription: WireSubscription): WireSubscriptionSchedule {
  if (subscription.schedule !== null || isOver(subscription) || subscription.status === 'paused')
    throw errors.invalid('You cannot attach a schedule to this subscription.', { param: 'from_subscription' });
  const [item] = account.itemsOf(subscription.id);
  const schedule = account.put('subscriptionSchedules', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    canceled_at: null,
    created: account.now,
    current_phase: {
      start_date: item?.current_period_start ?? account.now,
      end_date: item?.current_period_end ?? account.now,
    },
    customer: subscription.customer,
    end_behavior: 'release',
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
  });
  recordEvent(account, 'subscription_schedule.created', 'subscriptionSchedules', schedule);
  changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription.id, {
    schedule: schedule.id,
  });
  return schedule;
}

/** docs.stripe.com/api/subscription_schedules/release: the subscription stays as it is. */
export function releaseSchedule(
  account: Account,
  id: string,
  status: 'released' | 'canceled',
): WireSubscriptionSchedule {
  const { subscription } = account.own('subscriptionSchedules', id);
  if (subscription === null) throw errors.invalid(`You cannot release a schedule that is not active.`);
  const released = account.change('subscriptionSchedules', id, {
    status,
    current_phase: null,
    subscription: null,
    ...(status === 'canceled'
      ? { canceled_at: account.now }
      : { released_at: account.now, released_subscription: subscription }),
  });
  recordEvent(account, `subscription_schedule.${status}`, 'subscriptionSchedules', released);
  changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription, { schedule: null });
  return released;
}

/**
 * What Stripe refuses for a subscription on a schedule, as public reports quote it (github.com/laravel/cashier-stripe
 * issue 1748, github.com/dust-tt/dust pull request 32051).
 */
export function requireNoSchedule({ schedule }: WireSubscription): void {
  if (schedule === null) return;
  throw errors.invalid(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior ` +
      'directly is not allowed. Please update the schedule instead.',
  );
}
