import type { Payment, ShopRecord } from '#shared/model/customer';
import type { DocumentState } from '#shared/model/document';
import { clock } from '../../adapters/clock';
import { findDocuments } from '../../adapters/documents/index-table';
import { listCreditNotes } from '../../adapters/stripe/read-credit-note';
import { enqueueDocument } from '../../adapters/users-table/unarchived-documents';

/** The states of an archived invoice that fit what a shop's payments say of it. */
const fitting: Readonly<Record<Payment['status'], readonly DocumentState[]>> = {
  paid: ['paid'],
  pending: ['open'],
  failed: ['open'],
  canceled: ['void', 'uncollectible'],
};

/**
 * Enqueues the shop's newest invoices and their credit notes that are not archived in their current state, because no
 * event told of it. A draft is enqueued too and archives nothing. Returns how many it enqueued.
 */
export async function enqueueMissing(
  userId: string,
  { customer, payment_history: payments }: ShopRecord,
): Promise<number> {
  if (payments.length === 0) return 0;
  const notes = payments.some(({ credited = 0 }) => credited > 0) ? await listCreditNotes(customer.id) : [];
  const rows = await findDocuments(
    userId,
    [...payments, ...notes].map(({ id }) => id),
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const missing = payments.filter(({ id, status }) => {
    const state = states.get(id);
    return state === undefined || !fitting[status].includes(state);
  });
  const missingNotes = notes.filter(({ id, isVoid }) => states.get(id) !== (isVoid ? 'void' : 'credited'));
  for (const { id } of [...missing, ...missingNotes])
    await enqueueDocument({ invoiceId: id, userId, enqueuedAtMs: clock.now() });
  return missing.length + missingNotes.length;
}
