import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { NextInvoice } from '#shared/model/document';
import { reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { isRunning } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import { previewNext, type NextRenewal } from '../../adapters/stripe/preview-next';
import { keepNextInvoice, type NextInvoiceItem } from '../../adapters/users-table/next-invoices';
import { lastPeriod } from './last-period';

export const noNextInvoice: NextInvoice = { date: null, amount: 0, lines: [], difference: null };

/** A preview this old is made again: staff may have written an invoice item, of which no event tells. Milliseconds. */
const freshFor = 24 * 60 * 60 * 1000;

/** The renewal that comes first, of the subscriptions that go on. Of a late one the open payment is what counts. */
export const nextRenewal = ({ subscriptions }: ShopRecord): Subscription | undefined =>
  subscriptions
    .filter((one) => isRunning(one) && !one.cancel_at_period_end)
    .toSorted((one, other) => one.current_period_end - other.current_period_end)[0];

/** What the next charge rests on, as far as the snapshot tells: with another text it is previewed again. */
function basisOf({ payment_history: [newest] }: ShopRecord, subscription: Subscription): string {
  const { id, status, current_period_end: end, items, discounts = [] } = subscription;
  return JSON.stringify([
    [id, status, end],
    items.map(({ price_id: price, quantity, amount }) => [price, quantity, amount]),
    discounts.map((discount) => [discount.code, discount.amount, discount.once, discount.end]),
    [newest?.id, newest?.status, newest?.amount],
  ]);
}

/** Whether a kept preview still is the next charge of a shop. */
export function isCurrent(kept: NextInvoiceItem, record: ShopRecord): boolean {
  const subscription = nextRenewal(record);
  return (
    subscription !== undefined &&
    subscription.current_period_end > clock.seconds() &&
    kept.basis === basisOf(record, subscription) &&
    clock.now() - kept.previewedAtMs < freshFor
  );
}

/** Why a next charge differs from the last invoice for a whole period; null before the first one. */
async function differenceOf(
  userId: string,
  subscriptionId: string,
  next: NextRenewal,
): Promise<NextInvoice['difference']> {
  const last = await lastPeriod(userId, subscriptionId);
  return last
    ? {
        amount: next.amount - last.document.amount,
        since: last.document.date,
        reasons: reasonsFor(next, last.document, last.since),
      }
    : null;
}

/** Previews a shop's next charge by Stripe and keeps it. */
export async function previewShop(userId: string, record: ShopRecord): Promise<NextInvoice> {
  const subscription = nextRenewal(record);
  if (!subscription) return noNextInvoice;
  const renewal = await previewNext(subscription.id);
  let next = noNextInvoice;
  if (renewal) {
    const lines = renewal.lines.map((line) => ({ ...line, sentence: sentenceOf(line) }));
    const difference = await differenceOf(userId, subscription.id, renewal);
    next = { date: isoDayInJapan(subscription.current_period_end), amount: renewal.amount, lines, difference };
  }
  await keepNextInvoice(userId, {
    customerId: record.customer.id,
    basis: basisOf(record, subscription),
    previewedAtMs: clock.now(),
    next,
  });
  return next;
}
