import type Stripe from 'stripe';

export const hour = 3600;
export const day = 86_400;

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/**
 * The same day and time `months` later; a day missing from that month becomes its last day
 * (docs.stripe.com/billing/subscriptions/billing-cycle). UTC.
 */
export function addMonths(time: number, months: number): number {
  const from = new Date(time * 1000);
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(first.getTime() / 1000);
}

function addIntervals(anchor: number, { interval, interval_count: count }: Interval, times: number): number {
  if (interval === 'month') return addMonths(anchor, count * times);
  if (interval === 'year') return addMonths(anchor, 12 * count * times);
  return anchor + (interval === 'week' ? 7 * day : day) * count * times;
}

/**
 * The first billing date after `time`, always counted from the anchor, so that the 31st returns after a short month.
 */
export function nextBillingDate(anchor: number, interval: Interval, time: number): number {
  const length =
    { day, week: 7 * day, month: 31 * day, year: 366 * day }[interval.interval as 'day'] * interval.interval_count;
  let times = Math.max(0, Math.floor((time - anchor) / length));
  while (addIntervals(anchor, interval, times) <= time) times += 1;
  return addIntervals(anchor, interval, times);
}

/**
 * The part of an amount for the rest of a period, to the second (docs.stripe.com/billing/subscriptions/prorations), in
 * whole yen.
 */
export function prorate(amount: number, start: number, end: number, from: number): number {
  if (end <= start) return 0;
  return roundMoney((amount * (end - Math.max(from, start))) / (end - start));
}

/** Half a unit rounds away from zero, so that a credit equals the charge it reverses. */
export const roundMoney = (amount: number): number => (amount < 0 ? -Math.round(-amount) : Math.round(amount)) + 0;
