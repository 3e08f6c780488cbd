import * as z from 'zod/mini';
import { asLine } from './one-line';

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
  /** What credit notes had taken back of the payment by then, in yen; absent for 0. */
  credited: z.optional(z.int()),
  /** `staff`: somebody signed in as the owner. */
  by: z.enum(['owner', 'staff']),
});
export type ReceiptIssue = z.output<typeof receiptIssueSchema>;

/** What is known of a document's receipts before another one is made. */
export const receiptsSchema = z.object({
  /** As they were last asked for in this shop; for the first one the document's recipient and our own words. */
  wish: receiptWishSchema,
  /** How many were made. */
  count: z.int(),
  /** The newest ones, newest first. */
  issues: z.array(receiptIssueSchema),
});
export type Receipts = z.output<typeof receiptsSchema>;

/** 但し書き of a receipt, unless its owner writes another one. */
export const usualProviso = 'レボナイザー利用料として';
