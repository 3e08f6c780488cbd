import type { Subscription } from './customer';
import { daysBetweenInJapan } from './japan-time';
import { monthsLater } from './months-later';
import { hasNotBegun, isOver, isOwing, isPaused } from './subscription-status';

/** Days before its end by which a cancellation should be requested (spec 9). */
const noticeDays = 30;

/** Days after a subscription's end within which the box for its devices is sent (spec 1: within one week). */
export const returnBoxDays = 7;

/** Days after the arrival of that box within which the devices are sent back. */
export const sendBackDays = 7;

/** How many ends after the current period's end can be chosen. */
const laterEnds = 12;

/** The notice period of the terms: told always, and enforced where the stage says so (decision 066). */
export interface NoticePeriod {
  days: number;
  enforced: boolean;
}

export const noticePeriodOf = (enforced: boolean): NoticePeriod => ({ days: noticeDays, enforced });

/** What the ends of a subscription depend on. Times in unix seconds. */
export interface EndingFacts {
  status: string;
  periodEnd: number;
  /** The time from which Stripe counts the periods; undefined if it is not known. */
  anchor: number | undefined;
  /** The end of the trial; null for none. */
  trialEnd: number | null;
  hasCard: boolean;
}

/** An end that an owner can choose. Times in unix seconds. */
export interface Ending {
  way: 'now' | 'period' | 'later';
  endsAt: number;
  /** When the periods before it begin, each with an invoice. */
  renewals: readonly number[];
  /** A moment within the last day of use. */
  lastUse: number;
  /** The day by which the box for the devices is sent. */
  boxBy: number;
  /** The day by which the devices are sent back if the box comes on its last day. */
  returnBy: number;
}

const day = 86_400;

/** The ends of the periods after the current one, in unix seconds. */
function laterPeriodEnds({ periodEnd, anchor }: EndingFacts): number[] {
  if (anchor === undefined) return [];
  // At least as many months as have passed, because none is shorter than 28 days.
  const passed = Math.max(0, Math.ceil((periodEnd - anchor) / (28 * day)));
  return Array.from({ length: passed + laterEnds + 1 }, (_, months) => monthsLater(anchor, months))
    .filter((end) => end > periodEnd)
    .slice(0, laterEnds);
}

/** When the box for the devices is sent at the latest, and when they go back; unix seconds. */
export const returnTimes = (endsAt: number): { boxBy: number; returnBy: number } => ({
  boxBy: endsAt + returnBoxDays * day,
  returnBy: endsAt + (returnBoxDays + sendBackDays) * day,
});

/**
 * The end at a moment; `lastUse` is a second before it, so that a subscription that ends at midnight has its last day
 * before.
 */
const endAt = (way: Ending['way'], endsAt: number, renewals: readonly number[]): Ending => ({
  way,
  endsAt,
  renewals,
  lastUse: way === 'now' ? endsAt : endsAt - 1,
  ...returnTimes(endsAt),
});

/** Whether the notice binds an end: a trial ends freely, and a late payment has an end of its own (decision 027). */
const isBound = (facts: EndingFacts, endsAt: number): boolean =>
  facts.status === 'active' || (facts.status === 'trialing' && endsAt > (facts.trialEnd ?? 0));

/**
 * All ends that a subscription can have, as of `today` (unix seconds): at once, with its period, and with each of the
 * next twelve. Only ends of periods can be planned, because Stripe bills a part of a period that an end cuts short
 * (docs.stripe.com/api/subscriptions/update#update_subscription-cancel_at). A later one needs a subscription that is
 * paid for. If the notice is enforced, those that come too early are left out. Texts, screens, mails and calls take
 * what they say and do from here.
 */
export function endingOf(facts: EndingFacts, notice: NoticePeriod, today: number): Ending[] {
  if (isOver(facts)) return [];
  const now = endAt('now', today, []);
  if (hasNotBegun(facts) || isPaused(facts)) return [now];
  const later = isOwing(facts) || !facts.hasCard ? [] : laterPeriodEnds(facts);
  const all = [
    now,
    endAt('period', facts.periodEnd, []),
    ...later.map((end, index) => endAt('later', end, [facts.periodEnd, ...later.slice(0, index)])),
  ];
  return all.filter(
    ({ endsAt }) => !notice.enforced || !isBound(facts, endsAt) || daysBetweenInJapan(today, endsAt) >= notice.days,
  );
}

/** What the ends of a subscription depend on, as a screen knows it. */
export const factsOf = (subscription: Subscription): EndingFacts => ({
  status: subscription.status,
  periodEnd: subscription.current_period_end,
  anchor: subscription.billing_cycle_anchor,
  trialEnd: subscription.trial_end,
  hasCard: subscription.default_payment_method !== null,
});

/** The planned end of a subscription in unix seconds; undefined for none. */
export const plannedEndOf = (
  subscription: Pick<Subscription, 'ends_at' | 'cancel_at_period_end' | 'current_period_end'>,
): number | undefined =>
  subscription.ends_at ?? (subscription.cancel_at_period_end ? subscription.current_period_end : undefined);
