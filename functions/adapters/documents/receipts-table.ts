import type { ReceiptIssue, ReceiptWish } from '#shared/model/document-receipt';
import { requireEnv } from '../../runtime/environment';
import { getItem, putItem, putItemIf } from '../dynamodb/items';

/** The receipts that were made of a document. */
export interface ReceiptsItem {
  /** How many. */
  made: number;
  /** The newest ones, newest first. */
  issues: ReceiptIssue[];
  /** When the document need no longer be kept; also the item's TTL. */
  expiresAt: number;
}

const table = (): string => requireEnv('DOCUMENTS_TABLE');
const receiptsKey = (userId: string, id: string) => ({ pk: `USER#${userId}`, sk: `RECEIPTS#${id}` });
const wishKey = (userId: string, storeId: string) => ({ pk: `USER#${userId}`, sk: `RECEIPT-WISH#${storeId}` });

export const readReceipts = (userId: string, id: string): Promise<ReceiptsItem | undefined> =>
  getItem<ReceiptsItem>(table(), receiptsKey(userId, id));

/** Keeps one more receipt, unless another one was made since `before` were counted; returns whether it was kept. */
export const keepReceipts = (userId: string, id: string, item: ReceiptsItem, before: number): Promise<boolean> =>
  putItemIf(table(), receiptsKey(userId, id), item, {
    if: 'attribute_not_exists(pk) OR made = :before',
    values: { before },
  });

export const readReceiptWish = (userId: string, storeId: string): Promise<ReceiptWish | undefined> =>
  getItem<ReceiptWish>(table(), wishKey(userId, storeId));

export const keepReceiptWish = (userId: string, storeId: string, wish: ReceiptWish): Promise<void> =>
  putItem(table(), wishKey(userId, storeId), wish);
