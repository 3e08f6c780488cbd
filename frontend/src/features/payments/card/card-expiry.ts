import { monthEndInJapan } from '#shared/model/japan-time';

const soon = 60 * 24 * 60 * 60 * 1000;

/**
 * The state of a card's expiry: `expired`, `soon` (within 60 days, or before `nextCharge`), else `good`. `now` and
 * `nextCharge` in unix milliseconds.
 */
export function cardExpiry(
  { exp_month, exp_year }: { exp_month: number; exp_year: number },
  now: number,
  nextCharge = 0,
): 'expired' | 'soon' | 'good' {
  const end = monthEndInJapan(exp_year, exp_month) * 1000;
  if (end <= now) return 'expired';
  return end <= Math.max(now + soon, nextCharge) ? 'soon' : 'good';
}
