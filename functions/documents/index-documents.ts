import { metadataKeys, type Payment, type ShopRecord } from '#shared/model/customer';
import type { DocumentState } from '#shared/model/document';
import { clock } from '#functions/platform/clock';
import { documentWrite, findDocument, findDocuments, type DocumentItem } from './documents-table';
import { followUpsOf, withFormerFailures } from './money-back';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { isCreditNote, listCreditNotes, readCreditNote } from './read-credit-note';
import { readInvoice } from './read-invoice';
import { readSnapshot } from '#functions/shops/shops-table';

/** Documents are found for ten years, in seconds: as long as their owners' books must be (法人税法施行規則 59). */
const kept = 10 * 365.25 * 24 * 60 * 60;

/** Documents read at once: the rest of Stripe's limit is for waiting users. */
const atOnce = 4;

/** Keeps a reading, and what the staff are told of money that went back, as one write, unless a later one is there. */
export async function keepDocument(item: DocumentItem): Promise<void> {
  await retryContention(async () => {
    const before = await findDocument(item.userId, item.id);
    if (before && before.readAtMs > item.readAtMs) return;
    if (await writeAll([documentWrite(withFormerFailures(item, before), before), ...followUpsOf(item, before)])) return;
    throw new Contended(`Others keep ${item.id}`);
  });
}

/**
 * Reads invoices and credit notes of a shop from Stripe and keeps them, with the invoices that credit notes changed.
 * What is no document is left out: a draft, and an invoice that a change of quantities waits for. Safe to repeat in
 * any order: a later reading stays. Throws if one could not be read; the others are kept.
 */
export async function indexDocuments(userId: string, customerId: string, ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const customer = (await readSnapshot(userId, customerId))?.record.customer;
  const shop = customer?.metadata[metadataKeys.salonName] ?? customer?.name;
  const index = async (id: string): Promise<void> => {
    const readAtMs = clock.now();
    const content = await (isCreditNote(id) ? readCreditNote : readInvoice)(id);
    if (!content) return;
    const credited = content.credit?.invoiceId;
    // A shop that was deleted keeps the name that its invoice has.
    const storeName = shop ?? (await findDocument(userId, credited ?? id))?.storeName ?? content.recipient.name;
    await keepDocument({ ...content, storeName, userId, readAtMs, expiresAt: Math.floor(content.createdAt + kept) });
    if (credited !== undefined && !wanted.includes(credited)) await index(credited);
  };
  await mapWithLimit(atOnce, wanted, index);
}

/** The states of a kept invoice that fit what a shop's payments say of it. */
const fitting: Readonly<Record<Payment['status'], readonly DocumentState[]>> = {
  paid: ['paid'],
  pending: ['open'],
  failed: ['open'],
  canceled: ['void', 'uncollectible'],
};

async function rowsOf(userId: string, documents: readonly { id: string }[]): Promise<Map<string, DocumentItem>> {
  const ids = documents.map(({ id }) => id);
  const rows = await findDocuments(userId, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What credit notes took back of an invoice. */
const creditedOf = ({ lowered, credited }: Pick<DocumentItem, 'lowered' | 'credited'>): number => lowered + credited;

/**
 * Reads those of the shop's newest invoices and their credit notes that are not kept as they are now, because no event
 * told of it. Credit notes are listed if there are any, or were any when the invoices were read: a void one may be
 * among them. Returns how many it read.
 */
export async function indexMissing(
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
  // Before their credit notes, so that what went back shows even if its paper cannot be read.
  await indexDocuments(
    userId,
    customer.id,
    missing.map(({ id }) => id),
  );
  const mayHaveNotes =
    payments.some(({ credited = 0 }) => credited > 0) || [...rows.values()].some((row) => creditedOf(row) > 0);
  const notes = mayHaveNotes ? await listCreditNotes(customer.id) : [];
  const noteRows = await rowsOf(userId, notes);
  const missingNotes = notes.filter(({ id, isVoid }) => noteRows.get(id)?.state !== (isVoid ? 'void' : 'credited'));
  await indexDocuments(
    userId,
    customer.id,
    missingNotes.map(({ id }) => id),
  );
  return missing.length + missingNotes.length;
}
