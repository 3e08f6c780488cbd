import { stripeRequest, type RequestBudget } from './client';
import { isCreditNote } from './read-credit-note';
import { unlessMissing } from './to-call-error';

/**
 * The address of the PDF of an invoice or credit note, read anew: that of an older reading may have ended
 * (docs.stripe.com/api/invoices/object, `invoice_pdf`; docs.stripe.com/api/credit_notes/object, `pdf`). Stripe keeps
 * both when their customer is deleted. Null if Stripe made none.
 */
export async function pdfAddress(id: string, options: RequestBudget = {}): Promise<string | null> {
  if (isCreditNote(id)) {
    const note = await unlessMissing(
      stripeRequest((stripe, request) => stripe.creditNotes.retrieve(id, {}, request), options),
    );
    return note?.pdf ?? null;
  }
  const invoice = await unlessMissing(
    stripeRequest((stripe, request) => stripe.invoices.retrieve(id, {}, request), options),
  );
  return invoice?.invoice_pdf ?? null;
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
