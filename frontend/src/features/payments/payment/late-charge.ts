import { daysBetweenInJapan } from '#shared/model/japan-time';

/** Percent a year of 365 days that the terms charge on late payments (spec 1). */
export const lateChargePercent = 14.6;

/**
 * The charge of the terms for a late amount, in whole yen, rounded down. `dueAt` and `paidAt` are unix seconds. The
 * first day that counts is the day after the due day in Japan (text/terms.ts), the last one is the day of payment.
 */
export function lateCharge(yen: number, dueAt: number, paidAt: number): number {
  const days = Math.max(0, daysBetweenInJapan(dueAt, paidAt));
  // In whole numbers, to avoid rounding errors: 14.6 % of 365 days is 0.04 % a day.
  return Math.floor((Math.max(0, yen) * days * 4) / 10_000);
}
