import { monthsLater } from './months-later';
import { trialDays } from './pricing';

/** Stripe's duration of a coupon; `once` means the first payment of more than 0 yen. */
export type PromotionDuration = 'once' | 'forever' | { months: number };

/** The payments that a promotion takes something off. */
export interface DiscountedPayments {
  /** Number of payments; null means every one. */
  payments: number | null;
  /** Unix seconds on the last whole day on which it counts; null if no date ends it. */
  until: number | null;
}

const day = 24 * 60 * 60;

/**
 * The payments that a promotion lowers, for a subscription that begins at `start` (unix seconds), with or without the
 * free trial. A coupon for some months counts from the start of the trial
 * (docs.stripe.com/billing/subscriptions/coupons; fact `repeating-counts-from-trial-start`), so the trial uses up some
 * of them.
 */
export function discountedPayments(
  duration: PromotionDuration,
  { start, trial }: { start: number; trial: boolean },
): DiscountedPayments {
  if (duration === 'forever') return { payments: null, until: null };
  if (duration === 'once') return { payments: 1, until: null };
  const end = monthsLater(start, duration.months);
  const firstPayment = trial ? start + trialDays * day : start;
  let payments = 0;
  while (monthsLater(firstPayment, payments) < end) payments += 1;
  return { payments, until: end - day };
}
