import type { Stripe } from 'stripe';
import { documentStates, type DocumentContent, type DocumentLine } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { logger } from '#functions/platform/logger';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { optionalEnv } from '#functions/platform/environment';
import { pendingInvoiceOf } from '#functions/billing/live-subscription';
import { productNames } from '#functions/billing/catalogue';
import { unlessMissing } from '#functions/platform/stripe/errors';
import type { DocumentItem } from './documents-table';
import { readMoneyBack } from './money-back';
import { shownAmount, type ProductNames } from '#functions/shops/to-shop-record';

/** An invoice, or a credit note, as the portal keeps it; the name of its shop is the portal's own. */
export type DocumentReading = Omit<DocumentItem, 'storeName' | 'userId' | 'readAtMs' | 'expiresAt'>;

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

/** The rates of the taxes by their id; they never change (docs.stripe.com/tax/tax-rates). */
const rates = new Map<string, number>();

async function rateOf(id: string): Promise<number> {
  const known = rates.get(id);
  if (known !== undefined) return known;
  const { percentage } = await stripe().taxRates.retrieve(id);
  rates.set(id, percentage);
  return percentage;
}

type Tax = Pick<Stripe.Invoice.TotalTax, 'amount' | 'tax_behavior' | 'tax_rate_details'>;

/** A line of an invoice or credit note: what is left after its discounts, and its taxes. */
export interface TaxedLine {
  net: number;
  taxes: readonly Pick<Tax, 'tax_rate_details'>[] | null;
}

const taxedLine = (line: Stripe.InvoiceLineItem): TaxedLine => ({
  net: line.amount - discountOf(line),
  taxes: line.taxes,
});

/**
 * What each rate covers, with its tax. The lines are added up, because Stripe's `taxable_amount` may be null, and its
 * page does not say whether an inclusive tax is in it (docs.stripe.com/api/invoices/object, `total_taxes`).
 */
export async function taxesOf(taxes: readonly Tax[] | null, lines: readonly TaxedLine[]) {
  const found: DocumentContent['taxes'] = [];
  for (const { tax_rate_details: details, tax_behavior: behavior, amount } of taxes ?? []) {
    const id = details?.tax_rate;
    const covered = lines.filter((line) => line.taxes?.some((tax) => tax.tax_rate_details?.tax_rate === id));
    found.push({
      rate: id === undefined ? 0 : await rateOf(id),
      taxed: sum(covered.map(({ net }) => net)) + (behavior === 'exclusive' ? amount : 0),
      amount,
    });
  }
  return found;
}

/**
 * The payments that brought an invoice's money, the greatest first: it may be paid in parts (docs.stripe.com/invoicing/
 * partial-payments), and the payment that Stripe made at first is canceled if the money came in another way, yet its
 * intent still names the card that was tried (docs.stripe.com/api/invoice-payment/object, `status`).
 */
async function readPayments({ payments, amount_paid: paid }: Stripe.Invoice): Promise<Stripe.PaymentIntent[]> {
  if (paid === 0) return [];
  const made = (payments?.data ?? []).filter(({ status }) => status === 'paid');
  const ids = made
    .toSorted((one, other) => (other.amount_paid ?? 0) - (one.amount_paid ?? 0))
    .flatMap(({ payment }) => idOf(payment.payment_intent ?? null) ?? []);
  const read: Stripe.PaymentIntent[] = [];
  for (const id of ids)
    read.push(await stripe().paymentIntents.retrieve(id, { expand: ['payment_method', 'latest_charge'] }));
  return read;
}

/** The card that paid; null if none did. */
function cardOf(payment: Stripe.PaymentIntent | undefined): DocumentContent['card'] {
  const method = payment?.payment_method;
  const card = typeof method === 'object' ? method?.card : undefined;
  return card ? { brand: card.brand, last4: card.last4 } : null;
}

const addressOf = ({ customer_address: address }: Stripe.Invoice): string[] =>
  address
    ? [
        ...(address.postal_code ? [`〒${address.postal_code.replace(/^(\d{3})(\d{4})$/, '$1-$2')}`] : []),
        [address.state, address.city, address.line1, address.line2].filter(Boolean).join(''),
      ]
    : [];

/** Who issued an invoice and to whom. The number is the stage's own, if the invoice carries the account's tax id. */
export const partiesOf = (invoice: Stripe.Invoice): Pick<DocumentContent, 'issuer' | 'recipient'> => ({
  issuer: {
    name: invoice.account_name ?? '',
    registrationNumber:
      (invoice.account_tax_ids ?? []).length > 0 ? (optionalEnv('REGISTRATION_NUMBER') ?? null) : null,
  },
  recipient: { name: invoice.customer_name ?? invoice.customer_email ?? '', address: addressOf(invoice) },
});

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

/** Whether it is a pending update's: it is not owed, and void if nobody confirms it. */
function isPending({ id, parent }: Stripe.Invoice): boolean {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === 'object' && pendingInvoiceOf(subscription) === id;
}

/** Reads an invoice as it is kept; undefined for a draft, also a deleted one, and for that of a pending update. */
export async function readInvoice(invoiceId: string): Promise<DocumentReading | undefined> {
  const expand = ['payments', 'parent.subscription_details.subscription'];
  const invoice = await unlessMissing(stripe().invoices.retrieve(invoiceId, { expand }));
  const state = documentStates.find((one) => one === invoice?.status);
  if (!invoice || !state || (state === 'open' && isPending(invoice))) return undefined;
  const lines = await linesOf(invoice);
  const payments = await readPayments(invoice);
  // The day of issue on the PDF (docs.stripe.com/api/invoices/object, `effective_at`): when it was finalized, mostly.
  const issued = invoice.effective_at ?? invoice.status_transitions.finalized_at ?? invoice.created;
  return {
    id: invoice.id,
    storeId: idOf(invoice.customer) ?? '',
    date: isoDayInJapan(issued),
    amount: shownAmount(invoice),
    number: invoice.number ?? '',
    state,
    kind: 'invoice',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null) ?? null,
    createdAt: invoice.created,
    paidAt: invoice.status_transitions.paid_at,
    card: state === 'paid' ? cardOf(payments[0]) : null,
    lines: await toLines(lines),
    total: invoice.total,
    startingBalance: invoice.starting_balance,
    amountDue: invoice.amount_due,
    taxes: await taxesOf(invoice.total_taxes, lines.map(taxedLine)),
    ...partiesOf(invoice),
    partPaid: state === 'paid' || state === 'void' ? 0 : invoice.amount_paid,
    lowered: invoice.pre_payment_credit_notes_amount,
    credited: invoice.post_payment_credit_notes_amount,
    ...(await readMoneyBack(invoice, payments)),
  };
}
