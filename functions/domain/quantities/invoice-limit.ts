import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { countAttempt } from '../../adapters/users-table/throttles';

/**
 * New invoices that a subscription may get within so many seconds before another increase is refused. Stripe takes 10 a
 * minute and 20 a day (docs.stripe.com/rate-limits, "Subscriptions API"); the rest is for renewals and for staff.
 */
const limits = [
  { seconds: 60, invoices: 8 },
  { seconds: 24 * 60 * 60, invoices: 15 },
];

/** `5分`, `3時間`: at least the given seconds. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes}分` : `${Math.ceil(minutes / 60)}時間`;
}

/** The refusal of an increase that would make one invoice too many; `wait` in seconds. */
export const tooManyChanges = (wait: number): CallError =>
  new CallError('TOO_MANY_CHANGES', {
    text: `台数の変更が続いたため、一時的に受け付けられません。約${inWords(wait)}後に、もう一度お試しください。`,
    details: { retryAfter: wait },
  });

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

/**
 * Changes of a subscription that the portal makes in an hour. Each is up to two of the 200 changes of quantities that
 * Stripe takes in an hour (docs.stripe.com/rate-limits, "Subscriptions API"); some are left for staff.
 */
export const changesAnHour = 80;

/** Counts a change of a subscription's quantities before it is begun. Refuses with TOO_MANY_CHANGES. */
export async function countQuantityChange(subscriptionId: string): Promise<void> {
  const now = clock.seconds();
  const { taken, expiresAt } = await countAttempt(`quantities#${subscriptionId}`, changesAnHour, 60 * 60, now);
  if (!taken) throw tooManyChanges(Math.max(1, expiresAt - now));
}
