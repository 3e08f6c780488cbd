import type { Payment, ShopRecord } from '#shared/model/customer';
import type { DocumentState } from '#shared/model/document';
import { clock } from '../../adapters/clock';
import { findDocuments, type DocumentItem } from '../../adapters/documents/index-table';
import { listCreditNotes } from '../../adapters/stripe/read-credit-note';
import { enqueueDocument } from '../../adapters/users-table/unarchived-documents';

/** The states of an archived invoice that fit what a shop's payments say of it. */
const fitting: Readonly<Record<Payment['status'], readonly DocumentState[]>> = {
  paid: ['paid'],
  pending: ['open'],
  failed: ['open'],
  canceled: ['void', 'uncollectible'],
};

/** The archived ones of some documents, by id. */
async function rowsOf(userId: string, documents: readonly { id: string }[]): Promise<Map<string, DocumentItem>> {
  const rows = await findDocuments(
    userId,
    documents.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What credit notes took back of an invoice, as its row has it. */
const creditedOf = ({ lowered = 0, credited = 0 }: Pick<DocumentItem, 'lowered' | 'credited'>): number =>
  lowered + credited;

/**
 * Enqueues the shop's newest invoices and their credit notes that are not archived in their current state, because no
 * event told of it. A draft, or one that a change waits for, is enqueued too and archives nothing. Credit notes are
 * listed if there are any, or were any when the invoices were archived: a void one may be among them. Returns how many
 * it enqueued.
 */
export async function enqueueMissing(
  userId: string,
  { customer, payment_history: payments }: ShopRecord,
): Promise<number> {
  if (payments.length === 0) return 0;
  const rows = await rowsOf(userId, payments);
  const missing = payments.filter(({ id, status, amount, credited = 0 }) => {
    const row = rows.get(id);
    // The amount of an open one changes when a part of it is paid.
    return !row || !fitting[status].includes(row.state) || creditedOf(row) !== credited || row.amount !== amount;
  });
  const mayHaveNotes =
    payments.some(({ credited = 0 }) => credited > 0) || [...rows.values()].some((row) => creditedOf(row) > 0);
  const notes = mayHaveNotes ? await listCreditNotes(customer.id) : [];
  const noteRows = await rowsOf(userId, notes);
  const missingNotes = notes.filter(({ id, isVoid }) => {
    const row = noteRows.get(id);
    // A row of an older version of the portal does not tell the part that went to the customer's balance.
    return row?.state !== (isVoid ? 'void' : 'credited') || row.toBalance === undefined;
  });
  for (const { id } of [...missing, ...missingNotes])
    await enqueueDocument({ invoiceId: id, userId, enqueuedAtMs: clock.now() });
  return missing.length + missingNotes.length;
}
