import type { Account } from '../state/account';
import type { WireCreditNote, WireInvoice, WireInvoiceLine } from '../wire/objects';

/** An invoice, or the receipt it becomes once paid, in the form usual in Japan; page and PDF share it. */
export interface InvoiceDocument {
  title: '請求書' | '領収書' | 'クレジットノート';
  /** Its state in a word, and the colour of that word. */
  status: { text: string; tone: 'good' | 'bad' | 'quiet' };
  issuer: string;
  /** The issuer's address and telephone, if the account has them. */
  place: readonly string[];
  recipient: string;
  /** Postal code and lines, if there are any. */
  address: string[];
  /** Names and values: numbers and dates. */
  facts: [string, string][];
  lines: { name: string; kind: string; period: string; quantity: string; unitPrice: string; amount: string }[];
  /** The rows under the lines; the last one is the amount to pay. */
  sums: [string, string][];
  /** The amount to pay, or that was paid. */
  amount: string;
}

const statuses: Record<WireInvoice['status'], InvoiceDocument['status']> = {
  draft: { text: '下書き', tone: 'quiet' },
  open: { text: '未払い', tone: 'bad' },
  paid: { text: '支払い済み', tone: 'good' },
  uncollectible: { text: '回収不能', tone: 'quiet' },
  void: { text: '無効', tone: 'quiet' },
};

const number = new Intl.NumberFormat('ja-JP');
const yen = (amount: number): string => `${number.format(amount).replace('-', '−')}円`;

const day = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' });
/** Unix seconds as a day in Japan: `2027年1月15日`. */
const dayInJapan = (seconds: number): string => day.format(seconds * 1000);

/** `9,900円`; other currencies by their code. */
const money = (amount: number, currency: string): string =>
  currency === 'jpy' ? yen(amount) : `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** A row for each tax of the invoice, none if it has none: Stripe prints only what the object has. */
const taxRows = (account: Account, { total_taxes: taxes, currency }: WireInvoice): [string, string][] =>
  (taxes ?? []).flatMap((tax): [string, string][] => {
    const { display_name: name, percentage } = account.own('taxRates', tax.tax_rate_details?.tax_rate ?? '');
    const taxed = money((tax.taxable_amount ?? 0) + tax.amount, currency);
    if (percentage === 0) return [[name, taxed]];
    return [
      [`${percentage}%対象（税込）`, taxed],
      [`うち${name}（${percentage}%）`, money(tax.amount, currency)],
    ];
  });

function kindOf(line: WireInvoiceLine): string {
  const { parent } = line;
  if (parent?.invoice_item_details) return '追加のご請求';
  if (parent?.subscription_item_details?.proration)
    return line.amount < 0 ? '日割り（変更前の残り期間分）' : '日割り（変更後の残り期間分）';
  return /^(Trial period|Free trial) for/.test(line.description ?? '') ? '無料トライアル期間' : 'ご利用料金';
}

function toLine(account: Account, line: WireInvoiceLine): InvoiceDocument['lines'][number] {
  const { price, product } = line.pricing.price_details;
  const unit = account.get('prices', price)?.unit_amount;
  return {
    name: account.get('products', product)?.name ?? line.description ?? '',
    kind: kindOf(line),
    period: `${dayInJapan(line.period.start)}〜${dayInJapan(line.period.end)}`,
    quantity: String(line.quantity),
    unitPrice: unit === undefined ? '' : money(unit, line.currency),
    amount: money(line.amount, line.currency),
  };
}

/** The issuer's registration number, if the invoice carries the account's tax id. */
const registration = (account: Account, invoice: WireInvoice): [string, string][] =>
  invoice.account_tax_ids === null ? [] : [['登録番号', account.settings.taxId ?? '']];

function sumsOf(account: Account, invoice: WireInvoice): [string, string][] {
  const { currency } = invoice;
  const discount = invoice.subtotal - invoice.total;
  const balance = invoice.amount_due - invoice.total;
  return [
    ...(discount > 0
      ? [
          ['小計', money(invoice.subtotal, currency)] as [string, string],
          ['割引', `-${money(discount, currency)}`] as [string, string],
        ]
      : []),
    ['合計（税込）', money(invoice.total, currency)],
    ...taxRows(account, invoice),
    ...(balance === 0 ? [] : [['残高の充当', money(balance, currency)] as [string, string]]),
    [invoice.status === 'paid' ? 'お支払い額' : 'ご請求額', money(invoice.amount_due, currency)],
  ];
}

export function invoiceDocument(account: Account, invoice: WireInvoice): InvoiceDocument {
  const { customer_address: address, currency } = invoice;
  const paidAt = invoice.status === 'paid' ? invoice.status_transitions.paid_at : null;
  const place = address ? [address.state, address.city, address.line1, address.line2].filter(Boolean).join('') : '';
  return {
    title: invoice.status === 'paid' ? '領収書' : '請求書',
    status: statuses[invoice.status],
    issuer: invoice.account_name ?? '',
    place: account.settings.accountPlace ?? [],
    recipient: `${invoice.customer_name ?? invoice.customer_email ?? ''} 様`,
    address: [
      ...(address?.postal_code ? [`〒${address.postal_code.replace(/^(\d{3})(\d{4})$/, '$1-$2')}`] : []),
      ...(place ? [place] : []),
    ],
    facts: [
      ['請求書番号', invoice.number ?? ''],
      ...registration(account, invoice),
      ['発行日', dayInJapan(invoice.status_transitions.finalized_at ?? invoice.created)],
      ...(paidAt === null ? [] : [['お支払い日', dayInJapan(paidAt)] as [string, string]]),
    ],
    lines: invoice.lines.map((line) => toLine(account, line)),
    sums: sumsOf(account, invoice),
    amount: money(invoice.amount_due, currency),
  };
}

/** A credit note in the same form: what it takes back of an invoice. */
export function creditNoteDocument(account: Account, note: WireCreditNote): InvoiceDocument {
  const of = account.own('invoices', note.invoice);
  const { currency } = note;
  return {
    ...invoiceDocument(account, of),
    title: 'クレジットノート',
    status: { text: '減額・返金', tone: 'quiet' },
    facts: [
      ['クレジットノート番号', note.number],
      ['元の請求書番号', of.number ?? ''],
      ...registration(account, of),
      ['発行日', dayInJapan(note.created)],
    ],
    lines: note.lines.map((line) => ({
      name: line.description ?? '',
      kind: '',
      period: '',
      quantity: '',
      unitPrice: '',
      amount: money(-line.amount, currency),
    })),
    sums: [
      ...note.total_taxes.flatMap((tax): [string, string][] => {
        const { percentage } = account.own('taxRates', tax.tax_rate_details?.tax_rate ?? '');
        return [[`うち消費税（${percentage}%）`, money(-tax.amount, currency)]];
      }),
      ['減額・返金の合計（税込）', money(-note.total, currency)],
    ],
    amount: money(-note.total, currency),
  };
}
