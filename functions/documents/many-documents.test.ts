import type { DocumentItem } from './documents-table';
import { keepDocument } from './index-documents';
import { aDocumentItem } from '#functions/testing/document-items';
import { startPaymentServices } from '#functions/testing/payment-services';
import { countUnits } from '#functions/testing/read-units';
import { testServices } from '#functions/testing/test-services';
import { getUser } from '#functions/accounts/calls';
import { listDocuments } from './calls';

const services = testServices(startPaymentServices);
const { measure } = countUnits();
/** More than one request of a search reads. */
const documents = 2_000;

const documentOf = (userId: string, index: number): DocumentItem => {
  const id = `in_${String(index).padStart(24, '0')}`;
  const date = new Date(Date.UTC(2025, 0, 1) + index * 43_200_000).toISOString().slice(0, 10);
  return aDocumentItem(userId, {
    id,
    storeName: 'オゾンサロン＆トータルビューティースタジオみなとみらい店',
    date,
    createdAt: Math.floor(Date.parse(date) / 1000),
    lines: Array.from({ length: 4 }, () => ({
      kind: 'renewal',
      name: 'Revonizer 2〜4台目',
      quantity: 3,
      unitAmount: 8_800,
      amount: 26_400,
      discount: 0,
      period: { start: 1_794_000_000, end: 1_796_000_000 },
    })),
  });
};

test('the documents of a chain: the first page and the next cost at most 100 read units each', async () => {
  const { userId, browser } = await services.createOwner();
  for (let from = 0; from < documents; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, offset) => keepDocument(documentOf(userId, from + offset))));
  let cursor: string | undefined;
  for (const first of [true, false]) {
    let found: { documents: unknown[]; cursor: string | null } = { documents: [], cursor: null };
    const units = await measure(async () => {
      if (first) await browser.get(getUser);
      const { body } = await browser.get(listDocuments, cursor === undefined ? {} : { cursor });
      found = body as typeof found;
    });
    expect(found.documents).toHaveLength(50);
    expect(units).toBeLessThanOrEqual(100);
    cursor = found.cursor ?? undefined;
    expect(cursor).toBeDefined();
  }
});
