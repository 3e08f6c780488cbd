import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { documentsIndex } from '#shared/environment';
import type { DocumentContent, DocumentSearch, ReceiptIssue, ReceiptWish } from '#shared/model/document';
import { requireEnv } from '#functions/platform/environment';
import { getItems } from '#functions/platform/dynamodb/batch';
import { documents, getItem, isNew, putItem, putItemIf } from '#functions/platform/dynamodb/items';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';

/** A dispute of a payment: `lost` is money that went back, `over` ended without. */
export interface Dispute {
  id: string;
  state: 'open' | 'lost' | 'over';
  /** Yen. */
  amount: number;
  /** When evidence is due at the latest, in unix seconds. */
  dueBy: number | null;
}

/** A document as it was last read from Stripe. */
export interface DocumentItem extends DocumentContent {
  userId: string;
  /** Of an invoice's payments; absent if there is none. */
  disputes?: Dispute[];
  /** Refunds that failed and left a credit note without its money, by id, in yen: the staff know of them. */
  failed?: Record<string, number>;
  /** How much of that nothing else gave back, in yen; absent if nothing. */
  uncovered?: number;
  /** When it was read, in unix milliseconds: a later reading counts. */
  readAtMs: number;
  /** When the document need no longer be found, in unix seconds; also the item's TTL. */
  expiresAt: number;
}

/** What the index by day has of a document: without its lines, so that a search reads little. */
export type IndexedDocument = Pick<DocumentItem, (typeof documentsIndex.attributes)[number]>;

const table = (): string => requireEnv('DOCUMENTS_TABLE');
const keyOf = (userId: string, id: string) => ({ pk: `USER#${userId}`, sk: `DOCUMENT#${id}` });

/** Sort key of the index by day, and cursor after a document: within a day as Stripe made them. */
export const cursorOf = ({ date, createdAt, id }: Pick<DocumentItem, 'date' | 'createdAt' | 'id'>): string =>
  `${date}#${String(createdAt).padStart(12, '0')}#${id}`;

const rowOf = (item: DocumentItem) => ({ ...item, [documentsIndex.sortKey]: cursorOf(item) });

/** Keeps a reading, if the row is still as it was read `before`. */
export const documentWrite = (item: DocumentItem, before: DocumentItem | undefined): Write =>
  putWrite(
    table(),
    keyOf(item.userId, item.id),
    rowOf(item),
    before ? { if: 'readAtMs = :before', values: { before: before.readAtMs } } : isNew,
  );

export const findDocument = (userId: string, id: string): Promise<DocumentItem | undefined> =>
  getItem<DocumentItem>(table(), keyOf(userId, id));

/** Those of these documents that are there; one that was kept this second may be missing. */
export const findDocuments = (userId: string, ids: readonly string[]): Promise<DocumentItem[]> =>
  getItems<DocumentItem>(
    table(),
    ids.map((id) => keyOf(userId, id)),
    { consistent: false },
  );

/** Rows that one request of a search reads at most, so that its cost stays bounded. */
const readAtOnce = 500;

/** A user's documents between two days (both inclusive), newest first: at most `readAtOnce` are returned. */
export async function searchDocuments(
  userId: string,
  { from = '0000-00-00', to = '9999-99-99', cursor }: Pick<DocumentSearch, 'from' | 'to' | 'cursor'>,
): Promise<{ items: IndexedDocument[]; isLast: boolean }> {
  const { pk } = keyOf(userId, '');
  // DynamoDB refuses a search between days in the wrong order, and a start outside of them.
  const isOutside = cursor !== undefined && (cursor < `${from}#` || cursor > `${to}$`);
  if (from > to || isOutside) return { items: [], isLast: true };
  const id = cursor?.split('#')[2];
  const startKey = id === undefined ? undefined : { ...keyOf(userId, id), [documentsIndex.sortKey]: cursor };
  const { Items = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({
      TableName: table(),
      IndexName: documentsIndex.name,
      KeyConditionExpression: `pk = :pk AND ${documentsIndex.sortKey} BETWEEN :from AND :to`,
      // '$' follows '#': every id of the last day is included.
      ExpressionAttributeValues: { ':pk': pk, ':from': `${from}#`, ':to': `${to}$` },
      ScanIndexForward: false,
      Limit: readAtOnce,
      ...(startKey && { ExclusiveStartKey: startKey }),
    }),
  );
  return { items: Items as IndexedDocument[], isLast: LastEvaluatedKey === undefined };
}

export interface ReceiptsItem {
  made: number;
  /** The newest ones, newest first. */
  issues: ReceiptIssue[];
  /** That of the document. */
  expiresAt: number;
}

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

/** `expiresAt` is that of the document with whose receipt it was wished, in unix seconds. */
export const keepReceiptWish = (
  userId: string,
  storeId: string,
  wish: ReceiptWish & { expiresAt: number },
): Promise<void> => putItem(table(), wishKey(userId, storeId), wish);
