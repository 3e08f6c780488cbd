import * as z from 'zod/mini';
import { receiptsSchema } from './document-receipt';

/**
 * States of an archived document, in Stripe's words (docs.stripe.com/api/invoices/object, `status`); `credited` is a
 * credit note that holds.
 */
export const documentStates = ['open', 'paid', 'void', 'uncollectible', 'credited'] as const;
export type DocumentState = (typeof documentStates)[number];

/** A day in Japan. */
const daySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, '日付は 2026-11-10 の形で入力してください'));
const yenSchema = z.int('金額は整数で入力してください');

/** One document in a list. */
const documentSchema = z.object({
  /** Stripe's id of the invoice or credit note. */
  id: z.string(),
  storeId: z.string(),
  /** Name of the shop when the document was archived. */
  storeName: z.string(),
  /** Day of issue. */
  date: daySchema,
  /** The amount paid, or what is still to pay; negative on a credit note. Yen, tax included. */
  amount: yenSchema,
  number: z.string(),
  state: z.enum(documentStates),
  kind: z.enum(['invoice', 'credit_note']),
});
export type Document = z.output<typeof documentSchema>;

const periodSchema = z.object({ start: z.number(), end: z.number() });

/** A line as Stripe has it; amounts in yen, tax included. */
const documentLineSchema = z.object({
  /**
   * `renewal` a period in advance; `trial` a free one; `credit` and `charge` the rest of a period before and after a
   * change; `extra` a line of its own, such as what staff wrote; `refund` what a credit note takes back of a line.
   */
  kind: z.enum(['renewal', 'trial', 'credit', 'charge', 'extra', 'refund']),
  /** Name of the product; Stripe's description for an extra line. */
  name: z.string(),
  quantity: z.number(),
  /** Price of one for a whole period; 0 for an extra line. */
  unitAmount: z.number(),
  /** Before discounts. */
  amount: z.number(),
  /** What discounts take off. */
  discount: z.number(),
  /** Unix seconds; the end is the first moment after it. */
  period: periodSchema,
});
export type DocumentLine = z.output<typeof documentLineSchema>;

/** What is archived of an invoice, once for each state. Yen, tax included; times in unix seconds. */
export const documentContentSchema = z.object({
  ...documentSchema.shape,
  subscriptionId: z.nullable(z.string()),
  createdAt: z.number(),
  paidAt: z.nullable(z.number()),
  /** The card that paid; null if nothing was charged to a card. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  lines: z.array(documentLineSchema),
  /** After discounts. */
  total: z.number(),
  /** Of the customer before this invoice: a credit is negative. */
  startingBalance: z.number(),
  amountDue: z.number(),
  /** What was paid of an invoice that is not paid in full; absent as `lowered` is. */
  partPaid: z.optional(z.number()),
  /** What credit notes took off before it was paid; absent in documents of an older version of the portal. */
  lowered: z.optional(z.number()),
  /** What credit notes took back after it was paid; absent as `lowered` is. */
  credited: z.optional(z.number()),
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
export const documentPageSchema = z.object({
  documents: z.array(documentSchema),
  cursor: z.nullable(z.string()),
});

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

/** A document with each line as a sentence, and an address of its PDF that works for some minutes. */
export const explainedDocumentSchema = z.object({
  ...documentContentSchema.shape,
  lines: z.array(explainedLineSchema),
  /** The document for the period before, and what differs; null for the first, and for one of a part of a period. */
  previous: z.nullable(
    z.object({ id: z.string(), date: z.string(), amount: z.number(), reasons: z.array(z.string()) }),
  ),
  /** Null if Stripe made no PDF. */
  pdf: z.nullable(z.string()),
  /** Null if no receipt may be made, because it is not paid, or all of it was taken back. */
  receipts: z.nullable(receiptsSchema),
});
export type ExplainedDocument = z.output<typeof explainedDocumentSchema>;
