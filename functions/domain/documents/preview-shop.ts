import type { ShopRecord } from '#shared/model/customer';
import type { NextInvoice } from '#shared/model/document';
import { reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { clock } from '../../adapters/clock';
import { previewNext, type NextRenewal } from '../../adapters/stripe/preview-next';
import { keepNextInvoice } from '../../adapters/users-table/next-invoices';
import { lastPeriod } from './last-period';
import { basisOf, nextRenewal, noNextInvoice } from './next-invoice';

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
