import type { ShopRecord } from '#shared/model/customer';
import type { NextInvoice } from '#shared/model/document';
import { reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { clock } from '../../adapters/clock';
import { previewNext, type NextCharged } from '../../adapters/stripe/preview-next';
import { keepNextInvoice } from '../../adapters/users-table/next-invoices';
import { lastPeriod } from './last-period';
import { basisOf, chargedNext, noNextInvoice } from './next-invoice';

/** Why a renewal differs from the last invoice for a whole period; null before the first one. */
async function differenceOf(
  userId: string,
  subscriptionId: string,
  next: NextCharged,
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

/** The next invoice of a shop's subscriptions; {@link noNextInvoice} if none has one. */
async function findNext(userId: string, record: ShopRecord): Promise<NextInvoice> {
  for (const subscription of chargedNext(record)) {
    const charged = await previewNext(record.customer.id, subscription);
    if (!charged) continue;
    return {
      date: isoDayInJapan(subscription.current_period_end),
      amount: charged.amount,
      lines: charged.lines.map((line) => ({ ...line, sentence: sentenceOf(line) })),
      // What waits when a subscription ends is nothing that recurs.
      difference: subscription.cancel_at_period_end ? null : await differenceOf(userId, subscription.id, charged),
    };
  }
  return noNextInvoice;
}

/** Previews a shop's next charge by Stripe and keeps it. */
export async function previewShop(userId: string, record: ShopRecord): Promise<NextInvoice> {
  if (chargedNext(record).length === 0) return noNextInvoice;
  const next = await findNext(userId, record);
  const kept = { customerId: record.customer.id, basis: basisOf(record), previewedAtMs: clock.now(), next };
  await keepNextInvoice(userId, kept);
  return next;
}
