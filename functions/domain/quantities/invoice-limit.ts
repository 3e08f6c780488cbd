/**
 * New invoices that a subscription may get within so many seconds before another increase is refused. Stripe takes 10 a
 * minute and 20 a day (docs.stripe.com/rate-limits, "Subscriptions API"); the rest is for renewals and for staff.
 */
const limits = [
  { seconds: 60, invoices: 8 },
  { seconds: 24 * 60 * 60, invoices: 15 },
];

/**
 * Seconds until a subscription may get another invoice; 0 if it may now. `invoicedAt`: when its invoices were made;
 * all times in unix seconds.
 */
export function waitForInvoice(invoicedAt: readonly number[], now: number): number {
  const waits = limits.map(({ seconds, invoices }) => {
    const within = invoicedAt.filter((time) => time > now - seconds).toSorted((one, other) => one - other);
    const leaving = within[within.length - invoices];
    return leaving === undefined ? 0 : leaving + seconds - now;
  });
  return Math.max(...waits);
}
