import type { Document, DocumentSearch } from '#shared/model/document';
import { cursorOf, searchDocuments, type DocumentItem } from '../../adapters/documents/index-table';
import type { Caller } from '../caller';

/** Documents of one page. */
const page = 50;
/** Requests to DynamoDB for one page: a search that finds little continues with its cursor. */
const mostRequests = 4;

const matches =
  ({ min, max, store, state }: DocumentSearch) =>
  (item: DocumentItem): boolean =>
    // A credit note is found by the amount that is printed on it.
    (min === undefined || Math.abs(item.amount) >= Number(min)) &&
    (max === undefined || Math.abs(item.amount) <= Number(max)) &&
    (store === undefined || item.storeId === store) &&
    (state === undefined || item.state === state);

/**
 * The caller's documents that a search finds, newest first, those of deleted shops too. A page may have fewer than its
 * size, or none, and still a cursor: then the search goes on there. The call's schema drops what is not for the caller.
 */
export async function listDocuments(
  { userId }: Pick<Caller, 'userId'>,
  search: DocumentSearch,
): Promise<{ documents: Document[]; cursor: string | null }> {
  const found: Document[] = [];
  let { cursor } = search;
  for (let asked = 0; asked < mostRequests; asked += 1) {
    const { items, isLast } = await searchDocuments(userId, { ...search, cursor });
    for (const [index, item] of items.entries()) {
      if (!matches(search)(item)) continue;
      found.push(item);
      if (found.length === page && !(isLast && index === items.length - 1))
        return { documents: found, cursor: cursorOf(item) };
    }
    const last = items.at(-1);
    if (isLast || !last) return { documents: found, cursor: null };
    cursor = cursorOf(last);
  }
  return { documents: found, cursor: cursor ?? null };
}
