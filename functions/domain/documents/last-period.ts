import type { DocumentContent, DocumentLine } from '#shared/model/document';
import { coversPeriod } from '#shared/model/explain-document';
import { cursorOf, searchDocuments, type DocumentItem } from '../../adapters/documents/index-table';
import { contentOf } from './document-content';

/** Rows of the first request: most owners have few shops, so that it finds the last period. */
const firstRows = 25;
/** Requests of the index, and documents that are read, before the search is given up. */
const mostRequests = 4;
const mostRead = 6;

export interface LastPeriod {
  document: DocumentContent;
  /** Lines of what was charged for changes since then. */
  since: DocumentLine[];
}

/**
 * The last invoice of a subscription for a whole period, paid or free, from before the document `before` if one is
 * given; undefined for the first. Void ones do not count.
 */
export async function lastPeriod(
  userId: string,
  subscriptionId: string,
  before?: DocumentItem,
): Promise<LastPeriod | undefined> {
  const between: DocumentContent[] = [];
  let cursor = before && cursorOf(before);
  for (let asked = 0; asked < mostRequests; asked += 1) {
    const { items, isLast } = await searchDocuments(
      userId,
      { to: before?.date, cursor },
      asked === 0 ? firstRows : undefined,
    );
    for (const item of items) {
      const counts = item.subscriptionId === subscriptionId && item.kind === 'invoice' && item.state !== 'void';
      // Only the newest changes are read for their days; further ones are left out.
      if (!counts || (item.coversPeriod === false && between.length >= mostRead)) continue;
      const document = await contentOf(item);
      if (coversPeriod(document)) return { document, since: between.flatMap(({ lines }) => lines) };
      between.push(document);
    }
    const last = items.at(-1);
    if (isLast || !last) return undefined;
    cursor = cursorOf(last);
  }
  return undefined;
}
