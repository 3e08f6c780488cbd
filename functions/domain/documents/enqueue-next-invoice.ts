import type { ShopRecord } from '#shared/model/customer';
import { clock } from '../../adapters/clock';
import { readNextInvoice } from '../../adapters/users-table/next-invoices';
import { enqueuePreview } from '../../adapters/users-table/unpreviewed-shops';
import { chargedNext, isCurrent } from './next-invoice';

/** Lets the job preview a shop's next charge, if it may have one. */
export async function enqueueNextInvoice(userId: string, record: ShopRecord | undefined): Promise<void> {
  if (record && chargedNext(record).length > 0)
    await enqueuePreview({ userId, customerId: record.customer.id, enqueuedAtMs: clock.now() });
}

/** The same for a shop whose kept preview no longer fits its state. */
export async function enqueueOutdatedNextInvoice(userId: string, record: ShopRecord): Promise<void> {
  if (chargedNext(record).length === 0) return;
  const kept = await readNextInvoice(userId, record.customer.id);
  if (!kept || !isCurrent(kept, record)) await enqueueNextInvoice(userId, record);
}
