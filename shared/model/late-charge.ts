import { daysBetweenInJapan } from './japan-time';

/** Percent a year of 365 days that the terms charge on what is paid late (spec 1). */
export const lateChargePercent = 14.6;

/**
 * What the terms provide for an amount that is paid late, in whole yen, rounded down. `dueAt` and `paidAt` are unix
 * seconds; the first day that counts is the one after the due day in Japan (text/terms.ts), the last the day of payment.
 */
export function lateCharge(yen: number, dueAt: number, paidAt: number): number {
  const days = Math.max(0, daysBetweenInJapan(dueAt, paidAt));
  // In whole numbers: 14.6 % of 365 days is 0.04 % a day.
  return Math.floor((Math.max(0, yen) * days * 4) / 10_000);
}
