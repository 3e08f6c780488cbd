import type { Stripe } from 'stripe';
import { documentStates, type DocumentContent } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { stripe, idOf } from '#functions/platform/stripe/client';
import { optionalEnv } from '#functions/platform/environment';
import { pendingInvoiceOf } from '#functions/billing/live-subscription';
import { linesOf, toLines, type InvoiceLine } from '#functions/billing/invoice-lines';
import { unlessMissing } from '#functions/platform/stripe/errors';
import type { DocumentItem } from './documents-table';
import { readMoneyBack } from './money-back';
import { shownAmount } from '#functions/shops/to-shop-record';

/** An invoice, or a credit note, as the portal keeps it; the name of its shop is the portal's own. */
export type DocumentReading = Omit<DocumentItem, 'storeName' | 'userId' | 'readAtMs' | 'expiresAt'>;

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

const taxedLine = ({ amount, discount, taxes }: InvoiceLine): TaxedLine => ({ net: amount - discount, taxes });

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
