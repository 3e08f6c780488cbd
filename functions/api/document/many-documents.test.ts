import { keepDocument, type DocumentItem } from '../../adapters/documents/index-table';
import { startPaymentServices } from '../../testing/payment-services';
import { countReadUnits } from '../../testing/read-units';
import { testServices } from '../../testing/test-services';
import { getUser } from '../account/calls';
import { handler as listDocuments } from './list-documents';

const services = testServices(startPaymentServices);
const { measure } = countReadUnits();
/** More than one request of a search reads. */
const documents = 2_000;

const documentOf = (userId: string, index: number): DocumentItem => {
  const id = `in_${String(index).padStart(24, '0')}`;
  const date = new Date(Date.UTC(2025, 0, 1) + index * 43_200_000).toISOString().slice(0, 10);
  return {
    userId,
    id,
    storeId: 'cus_000000000000000',
    storeName: 'オゾンサロン＆トータルビューティースタジオみなとみらい店',
    subscriptionId: 'sub_000000000000000000000000',
    date,
    amount: 9_900,
    number: `A1B2C3D4-${index}`,
    state: 'paid',
    kind: 'invoice',
    createdAt: Math.floor(Date.parse(date) / 1000),
    coversPeriod: true,
    lowered: 0,
    credited: 0,
    content: `${userId}/${id}/paid.json`,
    pdf: `${userId}/${id}/paid.pdf`,
    readAtMs: 1_800_000_000_000,
    expiresAt: 2_200_000_000,
  };
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
