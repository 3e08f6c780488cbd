import type { Stripe } from 'stripe';
import type { DocumentContent } from '#shared/model/document';
import { sum } from '#shared/numbers';

/** 2027-01-15 in Japan, of unix seconds; without the product's own words for days. */
const dayOf = (seconds: number): string => new Date((seconds + 9 * 3_600) * 1_000).toISOString().slice(0, 10);

const discountOf = (line: Pick<Stripe.InvoiceLineItem, 'discount_amounts'>): number =>
  sum((line.discount_amounts ?? []).map(({ amount }) => amount));

/** By the tax's own rate; every tax rate of the account is a whole percentage. */
const taxesOf = (taxes: Stripe.Invoice['total_taxes'], percentages: ReadonlyMap<string, number>, sign: 1 | -1) =>
  (taxes ?? []).map(({ tax_rate_details: details, taxable_amount: taxable, amount }) => ({
    rate: percentages.get(details?.tax_rate ?? ''),
    taxed: sign * ((taxable ?? 0) + amount),
    amount: sign * amount,
  }));

/** Each field of a kept invoice that Stripe's object tells by itself. */
export const asStripeHasInvoice = (invoice: Stripe.Invoice, percentages: ReadonlyMap<string, number>) => ({
  id: invoice.id,
  storeId: invoice.customer,
  kind: 'invoice',
  state: invoice.status,
  date: dayOf(invoice.status_transitions.finalized_at ?? 0),
  number: invoice.number,
  amount: { paid: invoice.amount_paid, void: invoice.amount_due }[String(invoice.status)] ?? invoice.amount_remaining,
  subscriptionId: invoice.parent?.subscription_details?.subscription,
  createdAt: invoice.created,
  paidAt: invoice.status_transitions.paid_at,
  total: invoice.total,
  startingBalance: invoice.starting_balance,
  amountDue: invoice.amount_due,
  lowered: invoice.pre_payment_credit_notes_amount,
  credited: invoice.post_payment_credit_notes_amount,
  taxes: taxesOf(invoice.total_taxes, percentages, 1),
  issuer: { name: invoice.account_name, registrationNumber: 'T7123456789012' },
  recipient: { name: invoice.customer_name, address: ['〒107-0062', '東京都港区南青山1-1-1'] },
  lines: invoice.lines.data.map((line) => ({
    amount: line.amount,
    quantity: line.quantity,
    discount: discountOf(line),
    period: { start: line.period.start, end: line.period.end },
  })),
});

/** The same of a credit note, whose amounts the portal has as negative ones. */
export const asStripeHasNote = (note: Stripe.CreditNote, percentages: ReadonlyMap<string, number>) => ({
  id: note.id,
  storeId: note.customer,
  kind: 'credit_note',
  state: note.status === 'void' ? 'void' : 'credited',
  date: dayOf(note.created),
  number: note.number,
  amount: -note.total,
  createdAt: note.created,
  paidAt: null,
  card: null,
  total: -note.total,
  amountDue: -note.total,
  taxes: taxesOf(note.total_taxes, percentages, -1),
  lines: note.lines.data.map(({ amount, discount_amount: discount }) => ({ amount: -amount, discount: 0 - discount })),
  credit: {
    invoiceId: note.invoice,
    lowered: note.pre_payment_amount,
    refunded: sum(note.refunds.map(({ amount_refunded: amount }) => amount)),
    elsewhere: note.out_of_band_amount ?? 0,
    toBalance: note.customer_balance_transaction === null ? 0 : note.post_payment_amount,
  },
});

/** The texts of the emulator's PDF in the order in which they are drawn: UTF-16 in hexadecimal. */
const textsOf = (pdf: string): string[] =>
  Array.from(pdf.matchAll(/<([0-9a-f]+)> Tj/g), ([, hex = '']) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
  );

const yen = (amount: number): string => `${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('ja-JP')}円`;

/**
 * Which of the six items of a qualified invoice (National Tax Agency, tax answer No. 6625) a PDF lacks: name
 * and number of the issuer, day, what was supplied, sum and rate, tax by rate, recipient.
 */
export function missingItems(pdf: string, { date, taxes, lines, recipient, issuer }: DocumentContent): string[] {
  const texts = textsOf(pdf);
  const after = (name: string): string | undefined => texts[texts.indexOf(name) + 1];
  const [year, month, day] = date.split('-').map(Number);
  const items: [string, boolean][] = [
    ['name of the issuer', texts.includes(issuer.name)],
    ['registration number', after('登録番号') === issuer.registrationNumber],
    ['day', after('発行日') === `${year}年${month}月${day}日`],
    ['supply', lines.every(({ name }) => texts.includes(name))],
    ['recipient', texts.includes(`${recipient.name} 様`)],
    ...taxes.flatMap(({ rate, taxed, amount }): [string, boolean][] => [
      [`sum of ${rate} %`, after(`${rate}%対象（税込）`) === yen(taxed)],
      [`tax of ${rate} %`, after(`うち消費税（${rate}%）`) === yen(amount)],
    ]),
  ];
  return items.filter(([, isThere]) => !isThere).map(([item]) => item);
}
