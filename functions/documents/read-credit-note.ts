import type { Stripe } from 'stripe';
import type { DocumentContent, DocumentLine } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { stripe, idOf } from '#functions/platform/stripe/client';
import { linesOf, toLines } from '#functions/billing/invoice-lines';
import { partiesOf, taxesOf, type DocumentReading } from './read-invoice';

/** Whether an id is that of a credit note (docs.stripe.com/api/credit_notes/object). */
export const isCreditNote = (id: string): boolean => id.startsWith('cn_');

/** All lines, not only the ten in the credit note itself (docs.stripe.com/api/credit_notes/lines). */
const creditedLinesOf = async ({ id, lines }: Stripe.CreditNote): Promise<Stripe.CreditNoteLineItem[]> =>
  lines.has_more
    ? stripe().creditNotes.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 1000 })
    : lines.data;

/** The credited lines in the words of the invoice's own lines; a line of its own has Stripe's description. */
async function creditedLines(
  note: Stripe.CreditNote,
  lines: readonly Stripe.CreditNoteLineItem[],
  invoice: Stripe.Invoice,
): Promise<DocumentLine[]> {
  const billed = await linesOf(invoice);
  const known = await toLines(billed);
  return lines.map((line) => {
    const of = known[billed.findIndex(({ id }) => id === line.invoice_line_item)];
    const credited = { kind: 'refund' as const, amount: -line.amount, discount: 0 - line.discount_amount };
    return of
      ? { ...of, ...credited }
      : {
          name: line.description ?? '',
          quantity: 0,
          unitAmount: 0,
          ...credited,
          period: { start: note.created, end: note.created },
        };
  });
}

/** Where the credited amount went, in yen. */
function creditOf(note: Stripe.CreditNote): NonNullable<DocumentContent['credit']> {
  const refunded = sum(note.refunds.map(({ amount_refunded: amount }) => amount));
  const elsewhere = note.out_of_band_amount ?? 0;
  return {
    invoiceId: idOf(note.invoice) ?? '',
    lowered: note.pre_payment_amount,
    refunded,
    toBalance: note.post_payment_amount - refunded - elsewhere,
    elsewhere,
  };
}

/** Reads a credit note as it is kept, with the invoice that it credits; its amounts are negative. */
export async function readCreditNote(creditNoteId: string): Promise<DocumentReading> {
  const note = await stripe().creditNotes.retrieve(creditNoteId);
  const credit = creditOf(note);
  const invoice = await stripe().invoices.retrieve(credit.invoiceId);
  const lines = await creditedLinesOf(note);
  const taxed = lines.map(({ amount, discount_amount: discount, taxes }) => ({ net: amount - discount, taxes }));
  const taxes = await taxesOf(note.total_taxes, taxed);
  return {
    id: note.id,
    storeId: idOf(note.customer) ?? '',
    date: isoDayInJapan(note.effective_at ?? note.created),
    amount: -note.total,
    number: note.number,
    state: note.status === 'void' ? 'void' : 'credited',
    kind: 'credit_note',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null) ?? null,
    createdAt: note.created,
    paidAt: null,
    card: null,
    lines: await creditedLines(note, lines, invoice),
    total: -note.total,
    startingBalance: 0,
    amountDue: -note.total,
    partPaid: 0,
    lowered: 0,
    credited: 0,
    taxes: taxes.map(({ rate, taxed: of, amount }) => ({ rate, taxed: -of, amount: -amount })),
    ...partiesOf(invoice),
    credit,
  };
}

/** A customer's credit notes with their states, the newest hundred. */
export async function listCreditNotes(customer: string): Promise<{ id: string; isVoid: boolean }[]> {
  const { data } = await stripe().creditNotes.list({ customer, limit: 100 });
  return data.map(({ id, status }) => ({ id, isVoid: status === 'void' }));
}
