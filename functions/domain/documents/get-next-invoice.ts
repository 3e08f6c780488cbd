import type { NextInvoice } from '#shared/model/document';
import { readNextInvoice } from '../../adapters/users-table/next-invoices';
import type { Caller } from '../caller';
import { chargedNext, isCurrent, noNextInvoice } from './next-invoice';
import { previewShop } from './preview-shop';

/**
 * The next charge of a shop: Stripe's preview, kept until the facts behind it change, so that a screen that is opened
 * again does not ask Stripe. Throws PAYMENTS_UNAVAILABLE.
 */
export async function getNextInvoice(
  { userId, snapshots }: Pick<Caller, 'userId' | 'snapshots'>,
  customerId: string,
): Promise<NextInvoice> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  if (!snapshot || chargedNext(snapshot.record).length === 0) return noNextInvoice;
  const kept = await readNextInvoice(userId, customerId);
  if (kept && snapshot.changedAtMs === undefined && isCurrent(kept, snapshot.record)) return kept.next;
  return previewShop(userId, snapshot.record);
}
