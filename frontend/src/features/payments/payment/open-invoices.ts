import type { Payment, ShopRecord, Subscription } from '#shared/model/customer';
import { awaitsPayment, hasNotBegun } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { daysBetweenInJapan } from '#shared/model/japan-time';

export interface OpenInvoices {
  /** Newest first, as the history has them. */
  list: Payment[];
  /** Yen, tax included. */
  amount: number;
  /** Unix seconds at which the oldest was made. */
  since: number;
}

type Shop = Pick<ShopRecord, 'payment_history'>;

/**
 * The invoices of a subscription that are still to be paid; undefined if there are none. They are those that failed,
 * for any status, because the status follows only the newest invoice (decisions/ends); of an order also the first one.
 */
export function openInvoices(
  { payment_history: payments }: Shop,
  { id, status: state }: Pick<Subscription, 'id' | 'status'>,
): OpenInvoices | undefined {
  const owed = hasNotBegun({ status: state }) ? ['failed', 'pending'] : ['failed'];
  const list = payments.filter(
    (payment) => owed.includes(payment.status) && payment.amount > 0 && payment.subscription === id,
  );
  if (list.length === 0) return undefined;
  return {
    list,
    amount: sum(list.map((payment) => payment.amount)),
    since: Math.min(...list.map(({ created }) => created)),
  };
}

/** Whether a subscription has something to pay now, by its status or by an open invoice. */
export const owesPayment = (shop: Shop, subscription: Pick<Subscription, 'id' | 'status'>): boolean =>
  awaitsPayment(subscription) || openInvoices(shop, subscription) !== undefined;

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
