import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { isCreditNote } from './read-credit-note';
import { unlessMissing } from '#functions/platform/stripe/errors';
import { CallError } from '#shared/errors';
import {
  type Document,
  type DocumentSearch,
  type ExplainedDocument,
  type NextInvoice,
  sentenceOf,
  receiptRefusal,
  type DocumentContent,
  type ReceiptIssue,
  type Receipts,
  type ReceiptWish,
  takenBack,
} from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { isForeseen } from '#shared/model/subscription';
import { clock } from '#functions/platform/clock';
import {
  cursorOf,
  findDocument,
  searchDocuments,
  type IndexedDocument,
  keepReceipts,
  keepReceiptWish,
  readReceipts,
  readReceiptWish,
} from './documents-table';
import { isUnavailable } from '#functions/platform/unavailable';
import { previewNext } from '#functions/billing/preview-next';
import { logger } from '#functions/platform/logger';
import type { Caller } from '#functions/http/caller';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';

/**
 * The address of the PDF of an invoice or credit note, read anew: that of an older reading may have ended
 * (docs.stripe.com/api/invoices/object, `invoice_pdf`; docs.stripe.com/api/credit_notes/object, `pdf`). Stripe keeps
 * both when their customer is deleted. Null if Stripe made none.
 */
export async function pdfAddress(id: string, options: RequestBudget = {}): Promise<string | null> {
  const address = isCreditNote(id)
    ? stripe(options)
        .creditNotes.retrieve(id)
        .then(({ pdf }) => pdf)
    : stripe(options)
        .invoices.retrieve(id)
        .then(({ invoice_pdf: pdf }) => pdf);
  return (await unlessMissing(address)) ?? null;
}

/** The largest PDF that is taken, in bytes; Stripe's have some 50 kB. */
const largest = 5_000_000;
/** Milliseconds. */
const timeout = 15_000;

/** Loads the PDF at one of Stripe's addresses. Throws if it is none. */
export async function fetchPdf(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`The PDF of a document could not be loaded: ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length > largest || body.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new Error('The address of a document’s PDF returned something else');
  return body;
}

const page = 50;
/** Requests to DynamoDB for one page: a search that finds little continues with its cursor. */
const mostRequests = 4;

const matches =
  ({ min, max, store, state }: DocumentSearch) =>
  (item: IndexedDocument): boolean =>
    // A credit note is found by the amount that is printed on it.
    (min === undefined || Math.abs(item.amount) >= Number(min)) &&
    (max === undefined || Math.abs(item.amount) <= Number(max)) &&
    (store === undefined || item.storeId === store) &&
    (state === undefined || item.state === state);

/**
 * The caller's documents that a search finds, newest first, those of deleted shops too. A page may have fewer than its
 * size, or none, and still a cursor: then the search goes on there. The call's schema drops what is not for the caller.
 */
export async function listDocuments(
  { userId }: Pick<Caller, 'userId'>,
  search: DocumentSearch,
): Promise<{ documents: Document[]; cursor: string | null }> {
  const found: Document[] = [];
  let { cursor } = search;
  for (let asked = 0; asked < mostRequests; asked += 1) {
    const { items, isLast } = await searchDocuments(userId, { ...search, cursor });
    for (const [index, item] of items.entries()) {
      if (!matches(search)(item)) continue;
      found.push(item);
      if (found.length === page && !(isLast && index === items.length - 1))
        return { documents: found, cursor: cursorOf(item) };
    }
    const last = items.at(-1);
    if (isLast || !last) return { documents: found, cursor: null };
    cursor = cursorOf(last);
  }
  return { documents: found, cursor: cursor ?? null };
}

/** How long a document waits for the address of its PDF, in milliseconds; it is shown without it then. */
const patience = 4_000;

/** Stripe's PDF of a document; null while Stripe cannot be asked for it. */
async function pdfOf(documentId: string): Promise<string | null> {
  try {
    return await pdfAddress(documentId, { until: clock.now() + patience });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    logger.warn('a document is shown without its PDF', { documentId, error: error as Error });
    return null;
  }
}

/** One of the caller's documents, each line as a sentence. Throws DOCUMENT_NOT_FOUND. */
export async function getDocument({ userId }: Pick<Caller, 'userId'>, id: string): Promise<ExplainedDocument> {
  const item = await findDocument(userId, id);
  if (!item) throw new CallError('DOCUMENT_NOT_FOUND');
  const [pdf, receipts] = await Promise.all([pdfOf(id), receiptsOf(userId, item)]);
  const lines = item.lines.map((line) => ({ ...line, sentence: sentenceOf(line) }));
  return { ...item, lines, pdf, receipts };
}

/**
 * The next charge of a shop, as Stripe previews it now: of the subscription that is charged first. Of a late one the
 * open payment is what counts; what the staff arranged may not be charged. Throws PAYMENTS_UNAVAILABLE.
 */
export async function getNextInvoice(
  { snapshots }: Pick<Caller, 'snapshots'>,
  customerId: string,
): Promise<NextInvoice> {
  const snapshot = snapshots.find((one) => one.customerId === customerId);
  const running = (snapshot?.record.subscriptions ?? [])
    .filter(isForeseen)
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

/** 但し書き of a receipt, unless its owner writes another one. */
const usualProviso = 'レボナイザー利用料として';
/** Receipts that are kept one by one; older ones are only counted. */
const mostKept = 20;

/** The receipts of a document; null if none may be made. */
async function receiptsOf(userId: string, content: DocumentContent): Promise<Receipts | null> {
  if (receiptRefusal(content)) return null;
  const [kept, wish] = await Promise.all([readReceipts(userId, content.id), readReceiptWish(userId, content.storeId)]);
  return {
    wish: {
      addressee: wish?.addressee ?? (content.recipient.name || content.storeName),
      proviso: wish?.proviso ?? usualProviso,
    },
    count: kept?.made ?? 0,
    issues: kept?.issues ?? [],
  };
}

/**
 * Makes a receipt of one of the caller's paid documents. The record of who made which one when stays as long as the
 * document: every one after the first is marked. It says what was taken back of the payment since. Throws
 * DOCUMENT_NOT_FOUND, DOCUMENT_NOT_PAID, DOCUMENT_CREDITED and DOCUMENT_RETURNING.
 */
export async function issueReceipt(
  { userId, session }: Pick<Caller, 'userId' | 'session'>,
  id: string,
  wish: ReceiptWish,
): Promise<ReceiptIssue> {
  const document = await findDocument(userId, id);
  if (!document) throw new CallError('DOCUMENT_NOT_FOUND');
  const refusal = receiptRefusal(document);
  if (refusal) throw new CallError(refusal);
  const credited = takenBack(document);
  await keepReceiptWish(userId, document.storeId, { ...wish, expiresAt: document.expiresAt });
  return retryContention(async () => {
    const kept = await readReceipts(userId, id);
    const before = kept?.made ?? 0;
    const receipt: ReceiptIssue = {
      ...wish,
      issue: before + 1,
      issuedAt: clock.seconds(),
      by: session.impersonation ? 'staff' : 'owner',
      ...(credited > 0 && { credited }),
    };
    const issues = [receipt, ...(kept?.issues ?? [])].slice(0, mostKept);
    if (await keepReceipts(userId, id, { made: before + 1, issues, expiresAt: document.expiresAt }, before))
      return receipt;
    throw new Contended(`Others make receipts of ${id}`);
  });
}
