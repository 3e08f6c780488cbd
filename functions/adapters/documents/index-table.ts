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

/** Sort key of the index by day; the id keeps documents of one day apart. */
const datedOf = ({ date, id }: Pick<Document, 'date' | 'id'>): string => `${date}#${id}`;

/** Keeps a row, unless one of a later reading is there. */
export const keepDocument = (item: DocumentItem): Promise<boolean> =>
  putItemIf(
    table(),
    keyOf(item.userId, item.id),
    { ...item, [documentsIndex.sortKey]: datedOf(item) },
    { if: 'attribute_not_exists(pk) OR readAtMs <= :readAtMs', values: { readAtMs: item.readAtMs } },
  );

/** One of a user's documents; undefined if the user has none with this id. */
export const findDocument = (userId: string, id: string): Promise<DocumentItem | undefined> =>
  getItem<DocumentItem>(table(), keyOf(userId, id));

/** Those of these documents that are archived. */
export const findDocuments = (userId: string, ids: readonly string[]): Promise<DocumentItem[]> =>
  getItems<DocumentItem>(
    table(),
    ids.map((id) => keyOf(userId, id)),
  );

/** Rows that one request of a search reads at most, so that its cost stays bounded. */
const readAtOnce = 500;

type Cursor = Record<string, unknown>;

/**
 * A user's documents between two days (both inclusive), newest first: at most {@link readAtOnce} are read, and those
 * that `accepts` keeps are returned. `next` continues after the last one read; undefined at the end.
 */
export async function searchDocuments(
  userId: string,
  { from = '0000-00-00', to = '9999-99-99', cursor }: Pick<DocumentSearch, 'from' | 'to' | 'cursor'>,
): Promise<{ items: DocumentItem[]; next: (last: DocumentItem) => string; isLast: boolean }> {
  const { pk } = keyOf(userId, '');
  const [date, id] = cursor?.split('#') ?? [];
  const startKey: Cursor | undefined =
    date === undefined || id === undefined
      ? undefined
      : { ...keyOf(userId, id), [documentsIndex.sortKey]: datedOf({ date, id }) };
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
  return { items: Items as DocumentItem[], next: datedOf, isLast: LastEvaluatedKey === undefined };
}
