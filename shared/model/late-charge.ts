import { daysBetweenInJapan } from './japan-time';

/** Percent a year of 365 days that the terms charge on late payments (spec 1). */
export const lateChargePercent = 14.6;

/**
 * The charge that the terms set for a late amount, in whole yen, rounded down. `dueAt` and `paidAt` are unix seconds.
 * The first day that counts is the one after the due day in Japan (text/terms.ts), the last one is the day of payment.
 */
export function lateCharge(yen: number, dueAt: number, paidAt: number): number {
  const days = Math.max(0, daysBetweenInJapan(dueAt, paidAt));
  // In whole numbers: 14.6 % of 365 days is 0.04 % a day.
  return Math.floor((Math.max(0, yen) * days * 4) / 10_000);
}
