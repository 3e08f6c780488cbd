import type Stripe from 'stripe';
import { changeWithEvent, recordEvent } from '../events/record-event';
import { followRemaining } from '../rules/attach-payment';
import { settleInvoice } from '../rules/collect-invoice';
import { chargeOf, refundCharge } from '../rules/refund-charge';
import { taxWithin } from '../rules/tax';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { paymentsOf, renderCreditNote } from '../state/render';
import type { WireCreditNote, WireInvoice, WireInvoiceLine } from '../wire/objects';
import { errors } from '../wire/errors';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { choice, fields, integer, list, paramsOf, required, text, not, unsupported, type Params } from '../wire/params';
import { route, type Route } from '../calls/route';
import { sumOf, netOf } from '../rules/sums';

const createParams = paramsOf<Stripe.CreditNoteCreateParams>()({
  invoice: required(text()),
  ...not('amount email_type shipping_cost'),
  credit_amount: integer({ min: 0 }),
  effective_at: integer({ min: 0 }),
  lines: required(
    list(
      fields({
        type: required(choice('invoice_line_item')),
        invoice_line_item: required(text()),
        amount: required(integer({ min: 1 })),
      }),
      100,
    ),
  ),
  memo: text(500),
  metadata: metadata(),
  out_of_band_amount: integer({ min: 0 }),
  reason: choice('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
  refund_amount: integer({ min: 0 }),
  refunds: list(
    fields({
      amount_refunded: integer({ min: 1 }),
      payment_record_refund: unsupported,
      refund: required(text()),
      type: choice('refund'),
    }),
    100,
  ),
});
const listParams = paramsOf<Stripe.CreditNoteListParams>()({
  ...paging,
  created: timeFilter,
  customer: text(),
  customer_account: unsupported,
  invoice: text(),
});

type Given = Params<typeof createParams>;
type Line = WireCreditNote['lines'][number];
type Linked = WireCreditNote['refunds'];

/** `credited`: what other lines of credit notes took of each line of the invoice, by its id. */
function toLine(
  account: Account,
  invoice: WireInvoice,
  { invoice_line_item: id, amount }: Given['lines'][number],
  index: number,
  credited: Map<string, number>,
): Line {
  const of: WireInvoiceLine | undefined = invoice.lines.find((line) => line.id === id);
  if (!of) throw errors.missingResource('invoice line item', id, `lines[${index}][invoice_line_item]`, 400);
  const sum = (credited.get(id) ?? 0) + amount;
  if (sum > netOf(of))
    throw errors.invalid('The credited amount is greater than what is left of the line.', {
      param: `lines[${index}][amount]`,
    });
  credited.set(id, sum);
  return {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    amount,
    description: of.description,
    discount_amount: 0,
    discount_amounts: [],
    invoice_line_item: id,
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: null,
    tax_rates: of.taxes.map(({ tax_rate_details: details }) => account.own('taxRates', details?.tax_rate ?? '')),
    taxes: of.taxes.map(({ tax_rate_details: details }) => taxWithin(account, details?.tax_rate ?? '', amount)),
    type: 'invoice_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
  };
}

/**
 * Takes from an open invoice what is still to be paid, at most to 0: then it counts as paid. A void credit note gives a
 * negative amount back.
 */
function lowerInvoice(account: Account, invoice: WireInvoice, by: number): void {
  if (by === 0) return;
  const { amount_due: due, amount_remaining: remaining } = invoice;
  const lowered = changeWithEvent(account, 'invoice.updated', 'invoices', invoice.id, {
    amount_due: due - by,
    amount_remaining: remaining - by,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + by,
  });
  followRemaining(account, invoice.id, remaining - by);
  if (lowered.amount_remaining === 0) settleInvoice(account, invoice.id, null);
}

const linkTo = (refund: string, amount: number): WireCreditNote['refunds'][number] => ({
  amount_refunded: amount,
  payment_record_refund: null,
  refund,
  type: 'refund',
});

/**
 * The refunds that a credit note links (docs.stripe.com/api/credit_notes/create#create_credit_note-refunds): each is
 * one of the invoice's payments, and no part of it stands in two notes. `before` are the notes in force.
 */
function linkedRefunds(account: Account, invoice: string, before: WireCreditNote[], given: Given): Linked {
  const intents = paymentsOf(account, invoice).map(({ payment }) => payment.payment_intent);
  return (given.refunds ?? []).map(({ refund: id, amount_refunded: wanted }, index) => {
    const param = `refunds[${index}][refund]`;
    const refund = account.need('refunds', id, param);
    const linked = before.flatMap(({ refunds }) => refunds).filter((one) => one.refund === id);
    const left = refund.amount - linked.reduce((sum, one) => sum + one.amount_refunded, 0);
    const amount = wanted ?? left;
    if (!intents.includes(refund.payment_intent) || refund.status === 'failed' || amount > left || left === 0)
      throw errors.invalid('The refund is not one of this invoice, or is linked to a credit note already.', { param });
    return linkTo(id, amount);
  });
}

/** Makes the refund of a credit note, of the card that paid the invoice. */
function makeRefund(account: Account, invoice: string, amount: number): Linked {
  const paid = paymentsOf(account, invoice).filter(({ status }) => status === 'paid');
  const [charge] = paid.flatMap(({ payment }) => chargeOf(account, payment.payment_intent) ?? []);
  if (!charge) throw errors.invalid('The invoice has no charge to refund.', { param: 'refund_amount' });
  return [linkTo(refundCharge(account, charge, { amount }).id, amount)];
}

/**
 * docs.stripe.com/api/credit_notes/create: first lowers the open amount of the invoice; of what was paid already, a
 * part goes to the customer's balance (`credit_amount`), back to the card (`refund_amount`, `refunds`) or is elsewhere
 * (`out_of_band_amount`).
 */
function createCreditNote(account: Account, given: Given): WireCreditNote {
  const invoice = account.need('invoices', given.invoice, 'invoice');
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw errors.invalid('Credit notes can only be created for open or paid invoices.', { param: 'invoice' });
  const before = account.store.all('creditNotes').filter((note) => note.invoice === invoice.id);
  const inForce = before.filter(({ status }) => status !== 'void');
  const credited = new Map<string, number>();
  for (const { invoice_line_item: id, amount } of inForce.flatMap((note) => note.lines))
    if (id !== undefined) credited.set(id, (credited.get(id) ?? 0) + amount);
  const lines = given.lines.map((line, index) => toLine(account, invoice, line, index, credited));
  const total = sumOf(lines);
  const prePayment = Math.min(total, invoice.amount_remaining);
  const postPayment = total - prePayment;
  const { credit_amount: credit = 0, out_of_band_amount: elsewhere = 0, refund_amount: refunded = 0 } = given;
  const linked = linkedRefunds(account, invoice.id, inForce, given);
  const back = linked.reduce((sum, one) => sum + one.amount_refunded, refunded);
  if (credit + elsewhere + back !== postPayment)
    throw errors.invalid(
      'The sum of credit amount, refund amount and out of band amount must equal the post payment amount.',
      { param: 'credit_amount' },
    );
  if (sumOf(inForce) + total > invoice.total)
    throw errors.invalid('The credit notes are greater than the invoice.', { param: 'lines' });
  const rates = [...new Set(lines.flatMap((line) => line.tax_rates.map(({ id }) => id)))];
  const taxes = rates.map((rate) => {
    const own = lines.filter((line) => line.tax_rates.some(({ id }) => id === rate));
    return taxWithin(account, rate, sumOf(own));
  });
  const withoutTax = total - sumOf(taxes);
  const note = account.put('creditNotes', {
    id: newId('cn'),
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: account.now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: credit > 0 ? newId('cbtxn') : null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: given.effective_at ?? account.now,
    invoice: invoice.id,
    lines,
    livemode: false,
    memo: given.memo ?? null,
    metadata: mergeMetadata({}, given.metadata),
    number: `${invoice.number ?? ''}-CN-${String(before.length + 1).padStart(2, '0')}`,
    out_of_band_amount: elsewhere > 0 ? elsewhere : null,
    post_payment_amount: postPayment,
    pre_payment_amount: prePayment,
    pretax_credit_amounts: [],
    reason: given.reason ?? null,
    refunds: [...linked, ...(refunded > 0 ? makeRefund(account, invoice.id, refunded) : [])],
    shipping_cost: null,
    status: 'issued',
    subtotal: total,
    subtotal_excluding_tax: withoutTax,
    total,
    total_excluding_tax: withoutTax,
    total_taxes: taxes,
    type: prePayment > 0 ? (postPayment > 0 ? 'mixed' : 'pre_payment') : 'post_payment',
    voided_at: null,
  });
  recordEvent(account, 'credit_note.created', 'creditNotes', note);
  lowerInvoice(account, invoice, prePayment);
  if (postPayment > 0)
    account.change('invoices', invoice.id, {
      post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + postPayment,
    });
  const { balance } = account.customer(invoice.customer);
  if (credit > 0)
    changeWithEvent(account, 'customer.updated', 'customers', invoice.customer, { balance: balance - credit });
  return note;
}

/**
 * Voids a credit note, which "you can only [do] if the associated invoice is open" (docs.stripe.com/api/credit_notes/
 * void, docs.stripe.com/invoicing/dashboard/credit-notes): the invoice asks for its amount again.
 */
function voidCreditNote(account: Account, id: string): WireCreditNote {
  const note = account.need('creditNotes', id, 'id');
  const invoice = account.need('invoices', note.invoice, 'invoice');
  if (note.status === 'void') throw errors.invalid('This credit note is already void.');
  if (invoice.status !== 'open')
    throw errors.invalid('You can only void a credit note if the associated invoice is open.');
  const voided = changeWithEvent(account, 'credit_note.voided', 'creditNotes', id, {
    status: 'void',
    voided_at: account.now,
  });
  lowerInvoice(account, invoice, -note.pre_payment_amount);
  return voided;
}

export const creditNoteRoutes: Route[] = [
  route('POST /v1/credit_notes', createParams, ({ account }, given) =>
    renderCreditNote(account, createCreditNote(account, given)),
  ),
  route('POST /v1/credit_notes/{id}/void', {}, ({ account, path }) =>
    renderCreditNote(account, voidCreditNote(account, path['id'] ?? '')),
  ),
  route('GET /v1/credit_notes', listParams, ({ account }, { created, customer, invoice, ...paging }) => {
    const all = account.store
      .all('creditNotes')
      .filter((one) => hasAll(one, { customer, invoice }) && withinTime(one.created, created));
    const result = page('/v1/credit_notes', all, paging, 'credit note');
    return { ...result, data: result.data.map((one) => renderCreditNote(account, one)) };
  }),
  route('GET /v1/credit_notes/{id}', {}, ({ account, path }) =>
    renderCreditNote(account, account.need('creditNotes', path['id'] ?? '', 'id')),
  ),
  route('GET /v1/credit_notes/{id}/lines', paging, ({ account, path }, given) => {
    const note = account.need('creditNotes', path['id'] ?? '', 'id');
    return page(`/v1/credit_notes/${note.id}/lines`, note.lines.toReversed(), given, 'credit note line item');
  }),
];
