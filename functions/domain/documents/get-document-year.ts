import { sumsByShop, type DocumentYear } from '#shared/model/document-year';
import { readYear } from '../../adapters/documents/index-table';
import type { Caller } from '../caller';

/** Requests of the index, of 500 documents each: a year of some 400 shops. */
const mostRequests = 12;

/** What the caller's documents of a year add up to, by shop and month of issue; those of deleted shops too. */
export async function getDocumentYear({ userId }: Pick<Caller, 'userId'>, year: number): Promise<DocumentYear> {
  const { items, isComplete } = await readYear(userId, year, mostRequests);
  return { year, shops: sumsByShop(items), complete: isComplete };
}
