import { metadataKeys } from '#shared/model/customer';
import type { DocumentContent } from '#shared/model/document';
import { coversPeriod } from '#shared/model/explain-document';
import { clock } from '../../adapters/clock';
import { archiveObject } from '../../adapters/documents/archive';
import { fetchPdf } from '../../adapters/documents/fetch-pdf';
import { keepDocument } from '../../adapters/documents/index-table';
import { isCreditNote, readCreditNote } from '../../adapters/stripe/read-credit-note';
import { readInvoice } from '../../adapters/stripe/read-invoice';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import {
  listUnarchived,
  removeUnarchived,
  type UnarchivedDocument,
} from '../../adapters/users-table/unarchived-documents';
import { optionalEnv, requireEnv } from '../../runtime/environment';
import { logFailure } from '../log-failure';
import { workUntil } from '../work-until';

const year = 365.25 * 24 * 60 * 60;

export interface Archived {
  archived: number;
  failed: number;
  /** Entries that were not reached in time. */
  left: number;
}

/** Names of shops as their owners see them, kept for a run; null for a shop that was deleted. */
type Names = Map<string, string | null>;

/** The name of a document's shop; of a deleted shop the recipient's. */
async function storeName(
  userId: string,
  { storeId, recipient }: Omit<DocumentContent, 'storeName'>,
  names: Names,
): Promise<string> {
  if (!names.has(storeId)) {
    const customer = (await readSnapshot(userId, storeId))?.record.customer;
    names.set(storeId, customer?.metadata[metadataKeys.salonName] ?? customer?.name ?? null);
  }
  return names.get(storeId) ?? recipient.name;
}

/** The fields of a document in the index, without the place of its objects. */
const toRow = (content: DocumentContent) => ({
  id: content.id,
  storeId: content.storeId,
  storeName: content.storeName,
  date: content.date,
  amount: content.amount,
  number: content.number,
  state: content.state,
  kind: content.kind,
  subscriptionId: content.subscriptionId,
  createdAt: content.createdAt,
  coversPeriod: coversPeriod(content),
  lowered: content.credit?.lowered ?? content.lowered ?? 0,
  credited: content.credited ?? 0,
  toBalance: content.credit?.toBalance ?? 0,
  partPaid: content.partPaid ?? 0,
});

/**
 * Where the present form of a document is archived. Besides its state, only payments of a part
 * (docs.stripe.com/invoicing/partial-payments) and credit notes change an invoice; these may be void later
 * (docs.stripe.com/invoicing/dashboard/credit-notes).
 */
function nameOf(userId: string, { id, state, lowered = 0, credited = 0, partPaid = 0 }: DocumentContent): string {
  const noted = lowered + credited === 0 ? '' : `-${lowered}-${credited}`;
  return `${userId}/${id}/${state}${noted}${partPaid === 0 ? '' : `-paid-${partPaid}`}`;
}

/**
 * Archives the current state of an invoice or credit note: first its content and PDF, then the row that finds them, so
 * that an interruption leaves nothing that is found without being there; then the invoice that a credit note changed.
 * Every step may be repeated.
 */
async function archive({ invoiceId, userId }: Omit<UnarchivedDocument, 'enqueuedAtMs'>, names: Names): Promise<void> {
  const readAtMs = clock.now();
  const read = isCreditNote(invoiceId) ? readCreditNote : readInvoice;
  const reading = await read(invoiceId, optionalEnv('REGISTRATION_NUMBER'));
  if (!reading) return;
  const content: DocumentContent = { ...reading.content, storeName: await storeName(userId, reading.content, names) };
  const name = nameOf(userId, content);
  const pdf = reading.pdfUrl === null ? null : `${name}.pdf`;
  if (reading.pdfUrl !== null && pdf !== null)
    await archiveObject(pdf, await fetchPdf(reading.pdfUrl), 'application/pdf');
  await archiveObject(`${name}.json`, JSON.stringify(content), 'application/json');
  await keepDocument({
    ...toRow(content),
    userId,
    content: `${name}.json`,
    pdf,
    readAtMs,
    expiresAt: Math.floor(content.createdAt + Number(requireEnv('DOCUMENT_YEARS')) * year),
  });
  if (content.credit) await archive({ invoiceId: content.credit.invoiceId, userId }, names);
}

/** Documents archived at once: the PDF of one takes a second or two, and the rest of Stripe's limit is for users. */
const documentsAtOnce = 4;

/**
 * Archives the invoices that were issued, paid, voided or given up since the last run, until its time is over; the next
 * run continues. A failed one stays for the next run. `until` in unix milliseconds.
 */
export async function archiveDocuments(until: number): Promise<Archived> {
  const names: Names = new Map();
  const { results, failed, left } = await workUntil(
    { until, atOnce: documentsAtOnce },
    await listUnarchived(),
    async (document) => {
      await archive(document, names);
      await removeUnarchived(document);
    },
    ({ invoiceId }, error) => logFailure('a document could not be archived', { invoiceId }, error),
  );
  return { archived: results.length, failed, left };
}
