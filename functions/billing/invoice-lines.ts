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
const unnamed = 'その他の項目';

/** Words for what an increase takes back: devices that were paid for, with a discount or as another item. */
export const correctionText = 'お支払い済みの台数分の調整';

/** A line of an invoice or of a preview, as Stripe has it: amounts in yen, times in unix seconds. */
export interface InvoiceLine {
  id: string;
  kind: DocumentLine['kind'];
  /** Whether it charges or credits a part of a period because of a change. */
  proration: boolean;
  /** The subscription's item; undefined for an item of the invoice alone, such as what staff wrote. */
  item: string | undefined;
  /** The id of such an item. */
  invoiceItem: string | undefined;
  productId: string;
  /** Stripe's own, or what staff wrote. */
  description: string;
  quantity: number | null;
  unitAmount: number;
  /** Before discounts. */
  amount: number;
  discount: number;
  period: { start: number; end: number };
  taxes: Stripe.InvoiceLineItem['taxes'];
}

export function lineOf(line: Stripe.InvoiceLineItem): InvoiceLine {
  const { id, parent, pricing, amount, discount_amounts: discounts, period, taxes } = line;
  const description = line.description ?? unnamed;
  const ofItem = parent?.subscription_item_details ?? undefined;
  const ofInvoice = parent?.invoice_item_details ?? undefined;
  if (!ofItem && !ofInvoice) logger.warn('an invoice has a line of an unknown sort', { invoiceLineId: id });
  const proration = ofItem?.proration ?? ofInvoice?.proration ?? false;
  const whole = !ofItem ? 'extra' : amount === 0 && trialLine.test(description) ? 'trial' : 'renewal';
  return {
    id,
    kind: !proration ? whole : amount < 0 || unusedTime.test(description) ? 'credit' : 'charge',
    proration,
    item: ofItem?.subscription_item,
    invoiceItem: ofInvoice?.invoice_item,
    productId: pricing?.price_details?.product ?? '',
    description,
    quantity: line.quantity,
    unitAmount: Number(pricing?.unit_amount_decimal ?? 0),
    amount,
    discount: sum((discounts ?? []).map((one) => one.amount)),
    period: { start: period.start, end: period.end },
    taxes,
  };
}

/** All lines of an invoice or a preview, not only the ten in itself (fact `eleven-lines-of-a-preview`). */
export async function linesOf(invoice: Stripe.Invoice, options: RequestBudget = {}): Promise<InvoiceLine[]> {
  const { data, has_more: more } = invoice.lines;
  const listed = more && stripe(options).invoices.listLineItems(invoice.id, { limit: 100 });
  return (listed ? await listed.autoPagingToArray({ limit: 1000 }) : data).map(lineOf);
}

/** The name of an increase's correction; undefined for what staff wrote, without a product of the catalogue. */
const correctionOf = ({ amount }: InvoiceLine, product: ReturnType<ProductNames['get']>): string | undefined =>
  amount < 0 && product?.tier ? `${product.name}（${correctionText}）` : undefined;

/** A line of an unknown product has Stripe's own description as an extra line, and is logged. */
function named(line: InvoiceLine, products: ProductNames): DocumentLine {
  const product = products.get(line.productId);
  const known = line.kind === 'extra' ? correctionOf(line, product) : product?.name;
  const kind = known === undefined ? 'extra' : line.kind;
  if (kind !== line.kind) logger.warn('an invoice has a line of an unknown product', { invoiceLineId: line.id });
  const { description, quantity, unitAmount, amount, discount, period } = line;
  return {
    kind,
    name: known ?? description,
    quantity: quantity ?? 1,
    unitAmount: kind === 'extra' ? 0 : unitAmount,
    amount,
    discount,
    period,
  };
}

/** Lines as they are kept and shown, with the names of their products. */
export async function toLines(lines: readonly InvoiceLine[], options: RequestBudget = {}): Promise<DocumentLine[]> {
  const products = await productNames(lines.map(({ productId }) => productId).filter(Boolean), options);
  return lines.map((line) => named(line, products));
}
