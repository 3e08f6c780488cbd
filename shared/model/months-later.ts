const day = 86_400;

/**
 * The same day and time of day some months later, in UTC; a day that the month lacks becomes its last one. So Stripe
 * counts periods and coupons (docs.stripe.com/billing/subscriptions/billing-cycle). Takes and returns unix seconds.
 */
export function monthsLater(time: number, months: number): number {
  const from = new Date(time * 1000);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) / 1000 + (time % day);
}
