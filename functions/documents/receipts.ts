import { CallError } from '#shared/errors';
import {
  receiptRefusal,
  type DocumentContent,
  type ReceiptIssue,
  type Receipts,
  type ReceiptWish,
} from '#shared/model/document';
import { clock } from '#functions/platform/clock';
import { findDocument, keepReceipts, keepReceiptWish, readReceipts, readReceiptWish } from './documents-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import type { Caller } from '#functions/http/caller';

/** 但し書き of a receipt, unless its owner writes another one. */
const usualProviso = 'レボナイザー利用料として';
/** Receipts that are kept one by one; older ones are only counted. */
const mostKept = 20;

/** The receipts of a document; null if none may be made. */
export async function receiptsOf(userId: string, content: DocumentContent): Promise<Receipts | null> {
  if (receiptRefusal(content)) return null;
  const [kept, wish] = await Promise.all([readReceipts(userId, content.id), readReceiptWish(userId, content.storeId)]);
  return {
    wish: {
      addressee: wish?.addressee ?? (content.recipient.name || content.storeName),
      proviso: wish?.proviso ?? usualProviso,
    },
    count: kept?.made ?? 0,
    issues: kept?.issues ?? [],
  };
}

/**
 * Makes a receipt of one of the caller's paid documents. The record of who made which one when stays as long as the
 * document: every one after the first is marked. It says what was taken back of the payment since. Throws
 * DOCUMENT_NOT_FOUND, DOCUMENT_NOT_PAID, DOCUMENT_CREDITED and DOCUMENT_RETURNING.
 */
export async function issueReceipt(
  { userId, session }: Pick<Caller, 'userId' | 'session'>,
  id: string,
  wish: ReceiptWish,
): Promise<ReceiptIssue> {
  const document = await findDocument(userId, id);
  if (!document) throw new CallError('DOCUMENT_NOT_FOUND');
  const refusal = receiptRefusal(document);
  if (refusal) throw new CallError(refusal);
  const { credited } = document;
  await keepReceiptWish(userId, document.storeId, wish);
  return retryContention(async () => {
    const kept = await readReceipts(userId, id);
    const before = kept?.made ?? 0;
    const receipt: ReceiptIssue = {
      ...wish,
      issue: before + 1,
      issuedAt: clock.seconds(),
      by: session.impersonation ? 'staff' : 'owner',
      ...(credited > 0 && { credited }),
    };
    const issues = [receipt, ...(kept?.issues ?? [])].slice(0, mostKept);
    if (await keepReceipts(userId, id, { made: before + 1, issues, expiresAt: document.expiresAt }, before))
      return receipt;
    throw new Contended(`Others make receipts of ${id}`);
  });
}
