import * as z from 'zod/mini';
import { asLine } from './typed-text';
import { monthAndDayInJapan } from './japan-time';
import { yen } from '../numbers';

/**
 * States of a document, in Stripe's words (docs.stripe.com/api/invoices/object, `status`); `credited` is a credit note
 * that holds.
 */
export const documentStates = ['open', 'paid', 'void', 'uncollectible', 'credited'] as const;
export type DocumentState = (typeof documentStates)[number];

/** What became of a payment: its card's bank asks for it back, or all or a part of it went back to the card. */
export const documentMarks = { disputed: '異議申し立て中', refunded: '返金済み', 'part-refunded': '一部返金' } as const;
export type DocumentMark = keyof typeof documentMarks;

const daySchema = z.iso.date('日付は 2026-11-10 の形で入力してください');
const yenSchema = z.int('金額は整数で入力してください');

const documentSchema = z.object({
  /** Stripe's id of the invoice or credit note. */
  id: z.string(),
  storeId: z.string(),
  /** Name of the shop when the document was read. */
  storeName: z.string(),
  /** Day of issue. */
  date: daySchema,
  /** The amount paid, or what is still to pay; negative on a credit note. Yen, tax included. */
  amount: yenSchema,
  number: z.string(),
  state: z.enum(documentStates),
  kind: z.enum(['invoice', 'credit_note']),
  /** Absent while nothing went back. */
  mark: z.optional(z.enum(['disputed', 'refunded', 'part-refunded'] satisfies DocumentMark[])),
  /** Unix seconds; null while it is not paid. */
  paidAt: z.nullable(z.number()),
  /** The card that paid; null if nothing was charged to a card. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** After discounts. Yen, tax included. */
  total: z.number(),
});
export type Document = z.output<typeof documentSchema>;

const periodSchema = z.object({ start: z.number(), end: z.number() });

/** A line as Stripe has it; amounts in yen, tax included. */
const documentLineSchema = z.object({
  /**
   * `renewal` a period in advance; `trial` a free one; `credit` and `charge` the rest of a period before and after a
   * change; `extra` a line of its own; `refund` what a credit note takes back of a line.
   */
  kind: z.enum(['renewal', 'trial', 'credit', 'charge', 'extra', 'refund']),
  /** Name of the product; Stripe's description for an extra line. */
  name: z.string(),
  quantity: z.number(),
  /** Price of one for a whole period; 0 for an extra line. */
  unitAmount: z.number(),
  /** Before discounts. */
  amount: z.number(),
  discount: z.number(),
  /** Unix seconds; the end is the first moment after it. */
  period: periodSchema,
});
export type DocumentLine = z.output<typeof documentLineSchema>;

/** What is known of a document from its last reading of Stripe. Yen, tax included; times in unix seconds. */
const documentContentSchema = z.object({
  ...documentSchema.shape,
  subscriptionId: z.nullable(z.string()),
  createdAt: z.number(),
  lines: z.array(documentLineSchema),
  /** Of the customer before this invoice: a credit is negative. */
  startingBalance: z.number(),
  amountDue: z.number(),
  /** What was paid of an invoice that is not paid in full. */
  partPaid: z.number(),
  /** What credit notes took off an invoice before it was paid. */
  lowered: z.number(),
  /** What credit notes took back of an invoice after it was paid. */
  credited: z.number(),
  /** What went back without a credit note, in refunds and disputes that were lost; absent for 0. */
  returned: z.optional(z.number()),
  /** Of these, what disputes took, of which no credit note will come; absent for 0. */
  lost: z.optional(z.number()),
  /** By rate in percent; empty if the invoice has no tax. `amount` is the tax within `taxed`. */
  taxes: z.array(z.object({ rate: z.number(), taxed: z.number(), amount: z.number() })),
  /** `registrationNumber` is null on an invoice that is no qualified one (適格請求書). */
  issuer: z.object({ name: z.string(), registrationNumber: z.nullable(z.string()) }),
  recipient: z.object({ name: z.string(), address: z.array(z.string()) }),
  /** Of a credit note: its invoice, and where the amount went. */
  credit: z.optional(
    z.object({
      invoiceId: z.string(),
      /** Taken off an invoice that was not paid yet. */
      lowered: z.number(),
      /** Back to the card. */
      refunded: z.number(),
      /** To the customer's balance, which lowers the next invoice. */
      toBalance: z.number(),
      /** Returned in another way. */
      elsewhere: z.number(),
    }),
  ),
});
export type DocumentContent = z.output<typeof documentContentSchema>;

/** The documents that a search finds: newest first, `cursor` for the next page, null after the last. */
export const documentPageSchema = z.object({ documents: z.array(documentSchema), cursor: z.nullable(z.string()) });

const numberText = z.string().check(z.regex(/^\d{1,9}$/, '金額は半角の数字で入力してください'));

/** The keys of a search: days and amounts are inclusive. */
export const documentSearchSchema = z.object({
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  min: z.optional(numberText),
  max: z.optional(numberText),
  store: z.optional(z.string().check(z.maxLength(100))),
  state: z.optional(z.enum(documentStates, '状態を選んでください')),
  cursor: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}#\d{12}#\w{1,100}$/, '続きの位置が正しくありません'))),
});
export type DocumentSearch = z.output<typeof documentSearchSchema>;

export const explainedLineSchema = z.object({ ...documentLineSchema.shape, sentence: z.string() });

/** The next charge of a shop, as Stripe previews it. Without one, `date` is null and there are no lines. */
export const nextInvoiceSchema = z.object({
  date: z.nullable(daySchema),
  amount: yenSchema,
  lines: z.array(explainedLineSchema),
});
export type NextInvoice = z.output<typeof nextInvoiceSchema>;

/** The most characters of an addressee or a proviso: a line of the paper. */
const longest = 60;
const line = (required: string) =>
  z.string().check(asLine, z.minLength(1, required), z.maxLength(longest, `${longest}文字以内で入力してください`));

/** For whom (宛名) and for what (但し書き) a receipt is made. */
export const receiptWishSchema = z.object({
  addressee: line('宛名を入力してください'),
  proviso: line('但し書きを入力してください'),
});
export type ReceiptWish = z.output<typeof receiptWishSchema>;

/** One making of a receipt: the second and later ones are marked 再発行. */
export const receiptIssueSchema = z.object({
  ...receiptWishSchema.shape,
  /** From 1. */
  issue: z.int(),
  /** Unix seconds. */
  issuedAt: z.number(),
  /** What had been taken back of the payment by then, in yen; absent for 0. */
  credited: z.optional(z.int()),
  /** `staff`: somebody signed in as the owner. */
  by: z.enum(['owner', 'staff']),
});
export type ReceiptIssue = z.output<typeof receiptIssueSchema>;

/** What is known of a document's receipts before another one is made. */
const receiptsSchema = z.object({
  /** As they were last asked for in this shop; for the first one the document's recipient and our own words. */
  wish: receiptWishSchema,
  count: z.int(),
  /** The newest ones, newest first. */
  issues: z.array(receiptIssueSchema),
});
export type Receipts = z.output<typeof receiptsSchema>;

export const explainedDocumentSchema = z.object({
  ...documentContentSchema.shape,
  lines: z.array(explainedLineSchema),
  /** The address of Stripe's PDF, read anew; null while Stripe cannot be asked for it. */
  pdf: z.nullable(z.string()),
  /** Null if no receipt may be made, because it is not paid, or money of it went back or is disputed. */
  receipts: z.nullable(receiptsSchema),
});
export type ExplainedDocument = z.output<typeof explainedDocumentSchema>;

/** Why no receipt is made, by the code of the refusal. */
export const receiptRefusals = {
  DOCUMENT_NOT_PAID: 'お支払いが完了したご請求だけ、領収明細を作成できます。',
  DOCUMENT_CREDITED: 'お支払いの全額を減額・返金したため、領収明細は作成できません。',
  DOCUMENT_RETURNING: 'このお支払いには返金または異議申し立ての手続きがあるため、終わるまで領収明細は作成できません。',
} as const;

/** What was taken back of an invoice after it was paid, by credit notes or without one; yen. */
export const takenBack = ({ credited, returned = 0 }: Pick<DocumentContent, 'credited' | 'returned'>): number =>
  credited + returned;

type Payable = Pick<DocumentContent, 'kind' | 'state' | 'amount' | 'credited' | 'returned' | 'lost' | 'mark'>;

/**
 * Why no receipt may be made of a document: nothing was paid with money, nothing was received in the end, or money is
 * on its way back: a bank decides on it, or a refund has no credit note yet. Undefined if one may be made.
 */
export function receiptRefusal(document: Payable): keyof typeof receiptRefusals | undefined {
  const { kind, state, amount, returned = 0, lost = 0, mark } = document;
  if (kind !== 'invoice' || state !== 'paid' || amount <= 0) return 'DOCUMENT_NOT_PAID';
  if (takenBack(document) >= amount) return 'DOCUMENT_CREDITED';
  return mark === 'disputed' || returned > lost ? 'DOCUMENT_RETURNING' : undefined;
}

/** An amount without its sign; the sentence says the direction. */
const unsigned = (amount: number): string => yen(Math.abs(amount));

/** `11月10日〜12月9日`: the day on which a period ends, whatever its hour, is the first one of the next period. */
const daysOf = ({ start, end }: DocumentLine['period']): string => {
  const [first, last] = [monthAndDayInJapan(start), monthAndDayInJapan(Math.max(start, end - 24 * 60 * 60))];
  return first === last ? first : `${first}〜${last}`;
};

/** A line of an invoice as a sentence; an extra line has the description that staff or the portal wrote. */
export function sentenceOf(line: DocumentLine): string {
  const what = `${line.name} ${line.quantity}台`;
  const discount = line.discount > 0 ? `。割引${unsigned(line.discount)}` : '';
  switch (line.kind) {
    case 'renewal':
      return `${what} × 月額${unsigned(line.unitAmount)}（${daysOf(line.period)}）${discount}`;
    case 'trial':
      return `${what}の無料トライアル（${daysOf(line.period)}）`;
    case 'credit':
      return `${what}の変更前の料金のうち、使わなくなった期間の分（${daysOf(line.period)}）を差し引き${discount}`;
    case 'charge':
      return `${what}の変更後の料金のうち、残りの期間の分（${daysOf(line.period)}、1台あたり月額${unsigned(line.unitAmount)}）${discount}`;
    case 'refund':
      return line.quantity > 0
        ? `${what}の料金（${daysOf(line.period)}）のうち、減額・返金する分`
        : `${line.name}の減額・返金`;
    case 'extra':
      return `${line.name}${discount}`;
  }
}

/** A month of a year in Japan, such as 2026-04. */
const monthSchema = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月は 2026-04 の形で指定してください'));

/** Months since the year 0. */
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** The months that an export covers, both inclusive. */
export interface ExportMonths {
  from: string;
  to: string;
}

/** The documents of all shops that were issued in a calendar year, or in at most twelve months. */
export const exportRequestSchema = z.union([
  z.object({ year: z.int('年を選んでください').check(z.minimum(2000), z.maximum(2099)) }),
  z.object({ from: monthSchema, to: monthSchema }).check(
    z.refine(({ from, to }) => monthNumber(from) <= monthNumber(to) && monthNumber(to) - monthNumber(from) < 12, {
      path: ['to'],
      error: '期間は12か月以内で指定してください',
    }),
  ),
]);
export type ExportRequest = z.output<typeof exportRequestSchema>;

export const monthsOf = (request: ExportRequest): ExportMonths =>
  'year' in request ? { from: `${request.year}-01`, to: `${request.year}-12` } : request;

const yearAndMonth = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`;

/** Months in words: `2026年`, `2026年4月〜2027年3月`. */
export function periodText({ from, to }: ExportMonths): string {
  if (from.endsWith('-01') && to === `${from.slice(0, 4)}-12`) return `${from.slice(0, 4)}年`;
  return from === to ? yearAndMonth(from) : `${yearAndMonth(from)}〜${yearAndMonth(to)}`;
}

/** An export. Times in unix seconds. */
const documentExportSchema = z.object({
  /** Of its months: there is one export for each period. */
  id: z.string(),
  from: monthSchema,
  to: monthSchema,
  /** `failed`: it was not made in time, and may be asked for again. */
  state: z.enum(['working', 'done', 'failed']),
  /** How many documents were in the period when it was asked for. */
  count: z.number(),
  createdAt: z.number(),
  /** Until then it can be downloaded. */
  expiresAt: z.number(),
  /** Bytes; 0 while it is made. */
  size: z.number(),
});
export type DocumentExport = z.output<typeof documentExportSchema>;

/** An export with the address of its ZIP, which works for some minutes; null while there is none. */
export const openedExportSchema = z.object({ ...documentExportSchema.shape, link: z.nullable(z.string()) });
export type OpenedExport = z.output<typeof openedExportSchema>;

/** The exports of the last days, newest first. */
export const exportListSchema = z.object({ exports: z.array(documentExportSchema) });
export type ExportList = z.output<typeof exportListSchema>;
