import { sumsByShop, type DocumentYear } from '#shared/model/document-year';
import { cursorOf, searchDocuments, type DocumentItem } from '../../adapters/documents/index-table';

/** Requests of the index, of 500 documents each: a year of some 400 shops. */
const mostRequests = 12;

/** What the caller's documents of a year add up to, by shop and month of issue; those of deleted shops too. */
export async function getDocumentYear({ userId }: { userId: string }, year: number): Promise<DocumentYear> {
  const found: DocumentItem[] = [];
  let cursor: string | undefined;
  for (let asked = 0; asked < mostRequests; asked += 1) {
    const { items, isLast } = await searchDocuments(userId, { from: `${year}-01-01`, to: `${year}-12-31`, cursor });
    found.push(...items);
    const last = items.at(-1);
    if (isLast || !last) return { year, shops: sumsByShop(found), complete: true };
    cursor = cursorOf(last);
  }
  return { year, shops: sumsByShop(found), complete: false };
}
