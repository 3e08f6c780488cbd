import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Document, DocumentSearch } from '#shared/model/document';
import { documentsIndex } from '#shared/environment';
import { requireEnv } from '../../runtime/environment';
import { getItems } from '../dynamodb/batch';
import { documents } from '../dynamodb/documents';
import { getItem, putItemIf } from '../dynamodb/items';

/** A row of the index of archived documents. Times in unix seconds. */
export interface DocumentItem extends Document {
  userId: string;
  subscriptionId: string | null;
  /** When Stripe made the invoice. */
  createdAt: number;
  /** Whether it charges a whole period, paid or free; absent in rows that an older version of the portal wrote. */
  coversPeriod?: boolean;
  /**
   * What credit notes took off an invoice before and after its payment, in yen; of a credit note, `lowered` is what it
   * took off an invoice that was not paid yet. Absent as `coversPeriod` is.
   */
  lowered?: number;
  credited?: number;
  /** What a credit note gave to the customer's balance, in yen; absent in rows of an older version of the portal. */
  toBalance?: number;
  /** What was paid of an invoice that is not paid in full, in yen; absent as `toBalance` is. */
  partPaid?: number;
  /** Names of the archived objects. */
  content: string;
  pdf: string | null;
  /** When the invoice was read from Stripe, in unix milliseconds: a later reading counts. */
  readAtMs: number;
  /** When the document need no longer be kept; also the item's TTL. */
  expiresAt: number;
}

const table = (): string => requireEnv('DOCUMENTS_TABLE');
const keyOf = (userId: string, id: string) => ({ pk: `USER#${userId}`, sk: `DOCUMENT#${id}` });

type Dated = Pick<DocumentItem, 'date' | 'createdAt' | 'id'>;

/**
 * Sort key of the index by day, which is also the cursor after a document: those of one day in the order in which
 * Stripe made them.
 */
export const cursorOf = ({ date, createdAt, id }: Dated): string =>
  `${date}#${String(createdAt).padStart(12, '0')}#${id}`;

/** Keeps a row, unless one of a later reading is there. */
export const keepDocument = (item: DocumentItem): Promise<boolean> =>
  putItemIf(
    table(),
    keyOf(item.userId, item.id),
    { ...item, [documentsIndex.sortKey]: cursorOf(item) },
    { if: 'attribute_not_exists(pk) OR readAtMs <= :readAtMs', values: { readAtMs: item.readAtMs } },
  );

/** One of a user's documents; undefined if the user has none with this id. */
export const findDocument = (userId: string, id: string): Promise<DocumentItem | undefined> =>
  getItem<DocumentItem>(table(), keyOf(userId, id));

/** Those of these documents that are archived; one that was archived this second may be missing. */
export const findDocuments = (userId: string, ids: readonly string[]): Promise<DocumentItem[]> =>
  getItems<DocumentItem>(
    table(),
    ids.map((id) => keyOf(userId, id)),
    { consistent: false },
  );

/** Rows that one request of a search reads at most, so that its cost stays bounded. */
const readAtOnce = 500;

/** The days of a calendar year. */
export const daysOfYear = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** A user's documents between two days (both inclusive), newest first: at most `most` are returned. */
export async function searchDocuments(
  userId: string,
  { from = '0000-00-00', to = '9999-99-99', cursor }: Pick<DocumentSearch, 'from' | 'to' | 'cursor'>,
  most = readAtOnce,
): Promise<{ items: DocumentItem[]; isLast: boolean }> {
  const { pk } = keyOf(userId, '');
  // DynamoDB refuses a search between days in the wrong order.
  if (from > to) return { items: [], isLast: true };
  // DynamoDB refuses a start outside the days that are searched.
  if (cursor !== undefined && (cursor < `${from}#` || cursor > `${to}$`)) return { items: [], isLast: true };
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
      Limit: most,
      ...(startKey && { ExclusiveStartKey: startKey }),
    }),
  );
  return { items: Items as DocumentItem[], isLast: LastEvaluatedKey === undefined };
}

/**
 * A user's documents that were issued in a calendar year in Japan, newest first. `isComplete` is false if
 * `mostRequests` were not enough for all of them.
 */
export async function readYear(
  userId: string,
  year: number,
  mostRequests: number,
): Promise<{ items: DocumentItem[]; isComplete: boolean }> {
  const found: DocumentItem[] = [];
  let cursor: string | undefined;
  for (let request = 0; request < mostRequests; request += 1) {
    const { items, isLast } = await searchDocuments(userId, { ...daysOfYear(year), cursor });
    found.push(...items);
    const last = items.at(-1);
    if (isLast || !last) return { items: found, isComplete: true };
    cursor = cursorOf(last);
  }
  return { items: found, isComplete: false };
}
