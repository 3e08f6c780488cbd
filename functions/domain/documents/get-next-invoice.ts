import type { Subscription } from '#shared/model/customer';
import type { DocumentContent, NextInvoice } from '#shared/model/document';
import { reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { isOwing, isRunning } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import { searchDocuments } from '../../adapters/documents/index-table';
import { previewNext, type NextRenewal } from '../../adapters/stripe/preview-next';
import { keepNextInvoice, readNextInvoice } from '../../adapters/users-table/next-invoices';
import type { Caller } from '../caller';
import { contentOf } from './document-content';

const none: NextInvoice = { date: null, amount: 0, lines: [], difference: null };

/** Newest documents of a subscription that are searched for one of a whole period. */
const searched = 5;

/** The last document of a subscription for a whole period, paid or free; undefined for the first. */
async function lastPeriod(userId: string, subscriptionId: string): Promise<DocumentContent | undefined> {
  const { items } = await searchDocuments(userId, {});
  const own = items.filter((one) => one.subscriptionId === subscriptionId && one.state !== 'void');
  for (const item of own.slice(0, searched)) {
    const content = await contentOf(item);
    if (content.lines.some(({ kind }) => kind === 'renewal' || kind === 'trial')) return content;
  }
  return undefined;
}

/** The renewal that comes first, of the subscriptions that go on. */
const nextOf = (subscriptions: readonly Subscription[]): Subscription | undefined =>
  subscriptions
    .filter((one) => (isRunning(one) || isOwing(one)) && !one.cancel_at_period_end)
    .toSorted((one, other) => one.current_period_end - other.current_period_end)[0];

async function explain(userId: string, subscription: Subscription, renewal: NextRenewal): Promise<NextInvoice> {
  const { amount, lines } = renewal;
  const last = await lastPeriod(userId, subscription.id);
  return {
    date: isoDayInJapan(subscription.current_period_end),
    amount,
    lines: lines.map((line) => ({ ...line, sentence: sentenceOf(line) })),
    difference: last ? { amount: amount - last.amount, reasons: reasonsFor(renewal, last) } : null,
  };
}

/**
 * What a shop is charged next: Stripe's preview, kept until the shop is read anew or changed, so that a screen that is
 * opened again asks Stripe nothing. Throws PAYMENTS_UNAVAILABLE.
 */
export async function getNextInvoice(
  { userId, snapshots }: Pick<Caller, 'userId' | 'snapshots'>,
  customerId: string,
): Promise<NextInvoice> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  const subscription = snapshot && nextOf(snapshot.record.subscriptions);
  if (!subscription) return none;
  const kept = await readNextInvoice(userId, customerId);
  const isFresh = snapshot.changedAtMs === undefined && subscription.current_period_end > clock.seconds();
  if (kept && isFresh && kept.readAtMs === snapshot.readAtMs) return kept.next;
  const renewal = await previewNext(subscription.id);
  const next = renewal ? await explain(userId, subscription, renewal) : none;
  if (isFresh) await keepNextInvoice(userId, customerId, { readAtMs: snapshot.readAtMs, next });
  return next;
}
