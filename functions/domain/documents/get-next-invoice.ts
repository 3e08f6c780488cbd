import type { NextInvoice } from '#shared/model/document';
import { sentenceOf } from '#shared/model/explain-document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { isRunning } from '#shared/model/subscription-status';
import { previewNext } from '../../adapters/stripe/preview-next';
import type { Caller } from '../caller';

/**
 * The next charge of a shop, as Stripe previews it now: of the subscription that is charged first. Of a late one the
 * open payment is what counts. Throws PAYMENTS_UNAVAILABLE.
 */
export async function getNextInvoice(
  { snapshots }: Pick<Caller, 'snapshots'>,
  customerId: string,
): Promise<NextInvoice> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  const running = (snapshot?.record.subscriptions ?? [])
    .filter(isRunning)
    .toSorted((one, other) => one.current_period_end - other.current_period_end);
  for (const subscription of running) {
    const charged = await previewNext(customerId, subscription);
    if (!charged) continue;
    return {
      date: isoDayInJapan(subscription.current_period_end),
      amount: charged.amount,
      lines: charged.lines.map((line) => ({ ...line, sentence: sentenceOf(line) })),
    };
  }
  return { date: null, amount: 0, lines: [] };
}
