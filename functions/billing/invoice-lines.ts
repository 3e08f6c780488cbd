import type { Stripe } from 'stripe';
import type { DocumentLine } from '#shared/model/document';
import { sum } from '#shared/numbers';
import { logger } from '#functions/platform/logger';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import type { ProductNames } from '#functions/shops/to-shop-record';
import { productNames } from './catalogue';

/** Stripe's words for a free period (docs.stripe.com/billing/subscriptions/trials), fact `trial-line-text`. */
const trialLine = /^(Trial period|Free trial) for/;

/** Stripe's words for a change's credit (docs.stripe.com/billing/subscriptions/prorations). */
const unusedTime = /^Unused time /;

/** The name of an item that staff wrote without one (docs.stripe.com/api/invoiceitems/create, `description`). */
export const unnamed = 'その他の項目';

/** Words for what an increase takes back: devices that were paid for, with a discount or as another item. */
export const correctionText = 'お支払い済みの台数分の調整';

/** What discounts take off a line, in yen. */
export const discountOf = ({ discount_amounts: discounts }: Pick<Stripe.InvoiceLineItem, 'discount_amounts'>): number =>
  sum((discounts ?? []).map(({ amount }) => amount));

const productOf = ({ pricing }: Stripe.InvoiceLineItem): string => pricing?.price_details?.product ?? '';

export function kindOf(line: Stripe.InvoiceLineItem): DocumentLine['kind'] {
  const { parent } = line;
  const ofItem = parent?.subscription_item_details;
  if (ofItem?.proration ?? parent?.invoice_item_details?.proration)
    return line.amount < 0 || unusedTime.test(line.description ?? '') ? 'credit' : 'charge';
  if (!ofItem) return 'extra';
  return line.amount === 0 && trialLine.test(line.description ?? '') ? 'trial' : 'renewal';
}

/** Whether a line has a form that Stripe uses for this portal: of a subscription's item, or an item of its own. */
const isKnown = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.type === 'subscription_item_details' || parent?.type === 'invoice_item_details';

/** The name of an increase's correction; undefined for what staff wrote, without a product of the catalogue. */
const correctionOf = (
  { amount }: Stripe.InvoiceLineItem,
  product: ReturnType<ProductNames['get']>,
): string | undefined => (amount < 0 && product?.tier ? `${product.name}（${correctionText}）` : undefined);

/** A line of an unknown sort or product has Stripe's own description as an extra line, and is logged. */
function toLine(line: Stripe.InvoiceLineItem, products: ProductNames): DocumentLine {
  const product = products.get(productOf(line));
  const found = kindOf(line);
  const known = found === 'extra' ? correctionOf(line, product) : product?.name;
  const kind = known === undefined ? 'extra' : found;
  if (!isKnown(line) || kind !== found)
    logger.warn('an invoice has a line of an unknown sort', { invoiceLineId: line.id });
  return {
    kind,
    name: known ?? line.description ?? unnamed,
    quantity: line.quantity ?? 1,
    unitAmount: kind === 'extra' ? 0 : Number(line.pricing?.unit_amount_decimal ?? 0),
    amount: line.amount,
    discount: discountOf(line),
    period: { start: line.period.start, end: line.period.end },
  };
}

/** Lines as they are kept and shown, with the names of their products. */
export async function toLines(
  lines: readonly Stripe.InvoiceLineItem[],
  options: RequestBudget = {},
): Promise<DocumentLine[]> {
  const products = await productNames(lines.map(productOf).filter(Boolean), options);
  return lines.map((line) => toLine(line, products));
}

/** All lines of an invoice or a preview, not only the ten in itself (fact `eleven-lines-of-a-preview`). */
export async function linesOf(invoice: Stripe.Invoice, options: RequestBudget = {}): Promise<Stripe.InvoiceLineItem[]> {
  if (!invoice.lines.has_more) return invoice.lines.data;
  return stripe(options).invoices.listLineItems(invoice.id, { limit: 100 }).autoPagingToArray({ limit: 1000 });
}

/** The credit notes of an invoice that are not void. */
export async function notesInForce(invoice: string, options: RequestBudget = {}): Promise<Stripe.CreditNote[]> {
  const { data } = await stripe(options).creditNotes.list({ invoice, limit: 100 });
  return data.filter(({ status }) => status !== 'void');
}

/** All lines, not only the ten in the credit note itself (docs.stripe.com/api/credit_notes/lines). */
export async function creditedLinesOf(
  note: Stripe.CreditNote,
  options: RequestBudget = {},
): Promise<Stripe.CreditNoteLineItem[]> {
  if (!note.lines.has_more) return note.lines.data;
  return stripe(options).creditNotes.listLineItems(note.id, { limit: 100 }).autoPagingToArray({ limit: 1000 });
}
