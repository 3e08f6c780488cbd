import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import type { WireSubscription } from '../wire/objects';
import { couponIsValid } from './apply-discounts';
import { cancelSubscription } from './cancel-subscription';
import { disputeDues } from './dispute-charge';
import { refundDues } from './refund-charge';
import { createInvoice, waitingFor } from './create-invoice';
import { endSubscription } from './end-subscription';
import { expireUpdate } from './expire-update';
import { day, hour } from '../time/periods';
import { passDueDate } from './collect-invoice';
import { releaseSchedule } from './subscription-schedule';
import { collectAutomatically, collectDraft, renewSubscription } from './renew-subscription';

/** Something that happens at a moment without a request. */
interface Due {
  /** Unix seconds. */
  at: number;
  happen(): void;
}

const running = ['trialing', 'active', 'past_due', 'unpaid'];

/**
 * Invoice items that wait when their subscription ends are still charged at the end of its period, and so are
 * prorations if it ends then (docs.stripe.com/api/subscriptions/cancel).
 */
function* lastInvoice(
  account: Account,
  { id, ended_at: endedAt }: WireSubscription,
  periodEnd: number | undefined,
): Iterable<Due> {
  const waits = waitingFor(account, id).some((one) => !one.proration || endedAt === periodEnd);
  if (!waits || periodEnd === undefined) return;
  const [item] = account.itemsOf(id);
  const start = item?.current_period_start ?? periodEnd;
  yield {
    at: periodEnd,
    happen: () =>
      createInvoice(account, account.own('subscriptions', id), {
        reason: 'subscription_cycle',
        lines: [],
        period: { start, end: periodEnd },
        waits: true,
      }),
  };
}

function* subscriptionDues(
  account: Account,
  subscription: WireSubscription,
  periodEnd: number | undefined,
): Iterable<Due> {
  const { id } = subscription;
  if (subscription.status === 'incomplete') {
    yield {
      at: subscription.created + 23 * hour,
      happen: () => endSubscription(account, id, { reason: 'payment_failed' }),
    };
    return;
  }
  if (subscription.status === 'canceled') yield* lastInvoice(account, subscription, periodEnd);
  if (!running.includes(subscription.status)) {
    if (subscription.status === 'paused' && subscription.cancel_at !== null) {
      yield {
        at: subscription.cancel_at,
        happen: () => endSubscription(account, id, { reason: 'cancellation_requested' }),
      };
    }
    return;
  }
  const record = account.own('subscriptionRecords', id);
  if (subscription.status === 'trialing' && subscription.trial_end !== null && !record.trialReminderSent) {
    // docs.stripe.com/api/events/types#event_types-customer.subscription.trial_will_end: three days before, or at once.
    yield {
      at: Math.max(subscription.trial_start ?? 0, subscription.trial_end - 3 * day),
      happen: () => {
        account.put('subscriptionRecords', { ...record, trialReminderSent: true });
        recordEvent(account, 'customer.subscription.trial_will_end', 'subscriptions', account.own('subscriptions', id));
      },
    };
  }
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (resumesAt !== null)
    yield {
      at: resumesAt,
      happen: () =>
        changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', id, { pause_collection: null }),
    };
  const phase = subscription.schedule === null ? null : account.own('subscriptionSchedules', subscription.schedule);
  if (phase?.current_phase)
    yield { at: phase.current_phase.end_date, happen: () => releaseSchedule(account, phase.id, 'released') };
  if (subscription.pending_update)
    yield { at: subscription.pending_update.expires_at, happen: () => expireUpdate(account, id) };
  if (subscription.cancel_at !== null) {
    // At the period's end nothing is left to credit; an end within it credits the rest.
    yield { at: subscription.cancel_at, happen: () => cancelSubscription(account, id, { prorate: true }) };
  }
  if (periodEnd !== undefined) yield { at: periodEnd, happen: () => renewSubscription(account, id) };
}

function* dues(account: Account): Iterable<Due> {
  const { store } = account;
  for (const one of store.all('coupons')) {
    if (one.valid && one.redeem_by !== null) {
      const { id, redeem_by: at } = one;
      yield {
        at,
        happen: () => changeWithEvent(account, 'coupon.updated', 'coupons', id, { valid: couponIsValid(one, at) }),
      };
    }
  }
  for (const one of store.all('promotionCodes')) {
    if (!one.active) continue;
    const { redeem_by: until } = account.own('coupons', one.promotion.coupon);
    const at = Math.min(one.expires_at ?? Infinity, until ?? Infinity);
    if (at < Infinity)
      yield {
        at,
        happen: () => changeWithEvent(account, 'promotion_code.updated', 'promotionCodes', one.id, { active: false }),
      };
  }
  for (const one of store.all('discounts')) {
    const { id, end, subscription } = one;
    if (end === null || subscription === null) continue;
    const { discounts } = account.own('subscriptions', subscription);
    if (!discounts.includes(id)) continue;
    yield {
      at: end,
      happen: () => {
        recordEvent(account, 'customer.discount.deleted', 'discounts', one);
        const left = discounts.filter((other) => other !== id);
        changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription, { discounts: left });
      },
    };
  }
  yield* refundDues(account);
  yield* disputeDues(account);
  const periodEnds = new Map(
    store.all('subscriptionItems').map((item) => [item.subscription, item.current_period_end]),
  );
  for (const one of store.all('subscriptions')) yield* subscriptionDues(account, one, periodEnds.get(one.id));
  for (const one of store.all('invoices')) {
    if (one.status === 'open' && one.due_date !== null && !account.own('invoiceRecords', one.id).overdue)
      yield { at: one.due_date, happen: () => passDueDate(account, one.id) };
    if (!one.auto_advance) continue;
    if (one.status === 'draft' && one.automatically_finalizes_at !== null) {
      yield { at: one.automatically_finalizes_at, happen: () => collectDraft(account, one.id) };
    }
    if (one.status === 'open' && one.next_payment_attempt !== null) {
      yield { at: one.next_payment_attempt, happen: () => collectAutomatically(account, one.id) };
    }
  }
}

/**
 * The next thing due: the earliest; of several at the same moment the first as listed (an end comes before a renewal).
 */
export function nextDue(account: Account): Due | undefined {
  let next: Due | undefined;
  for (const due of dues(account)) if (!next || due.at < next.at) next = due;
  return next;
}
