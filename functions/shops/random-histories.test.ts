import type { Stripe } from 'stripe';
import { sentenceOf } from '#shared/model/document';
import { stripeEvents } from '#shared/model/stripe-events';
import { sum } from '#shared/numbers';
import { numbers, randomCases } from '../../local/testing/random';
import {
  searchDocuments,
  cursorOf,
  findDocument,
  type DocumentItem,
  type IndexedDocument,
} from '#functions/documents/documents-table';
import { fetchPdf, pdfAddress, getNextInvoice } from '#functions/documents/read-documents';
import { toStripeEvent, type StripeEvent } from '#functions/events/stripe-events';
import { indexFile } from '#functions/documents/make-export';
import { indexMissing } from '#functions/documents/index-documents';
import { refreshShop } from './refresh-shop';
import { takeEvents } from '#functions/events/take-events';
import { asStripeHasInvoice, asStripeHasNote, missingItems } from '#functions/testing/as-stripe-has-it';
import { startPaymentServices } from '#functions/testing/payment-services';
import { liveMonth, openRandomShops, settleInvoice, type RandomShops } from '#functions/testing/random-shops';
import { readCsv } from '#functions/testing/read-zip';
import { startOfYear } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { readSnapshot } from './shops-table';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer));
const day = 86_400_000;
/** Histories of one batch: those of a batch share a cloud. */
const batchSize = 50;

async function pass(days: number): Promise<void> {
  services.clock.advance(days * day);
  await services.emulator.tick();
}

/** How the portal hears of what happened: by Stripe's events, or because it compares its shops with Stripe. */
type Hears = (world: RandomShops) => Promise<void>;

/** Each event once, one reading for each shop. */
const byEvents =
  (seen: Set<string>): Hears =>
  async () => {
    const fresh = new Map<string, StripeEvent[]>();
    for await (const event of services.stripe.events.list({ limit: 100 })) {
      if (seen.has(event.id) || !stripeEvents.some((one) => one === event.type)) continue;
      seen.add(event.id);
      const read = toStripeEvent(event);
      const key = read.customerId ?? '';
      fresh.set(key, [read, ...(fresh.get(key) ?? [])]);
    }
    for (const events of fresh.values()) await takeEvents(events, services.clock.now());
  };

const byComparison: Hears = async ({ owner, shops }) => {
  for (const { customer } of shops) {
    const record = await refreshShop(owner.userId, customer);
    if (record) await indexMissing(owner.userId, record);
  }
};

const invoicesSince = (created: number): Promise<Stripe.Invoice[]> =>
  services.stripe.invoices.list({ created: { gt: created }, limit: 100 }).autoPagingToArray({ limit: 10_000 });

/**
 * A month passes; each preview is the amount of the renewal that comes, in shops with one subscription. Returns how
 * many came.
 */
async function renew({ owner, shops }: RandomShops): Promise<number> {
  const previews = await Promise.all(
    shops.map(async ({ customer }) => {
      const snapshot = await readSnapshot(owner.userId, customer);
      const snapshots = snapshot ? [snapshot] : [];
      return { customer, next: await getNextInvoice({ snapshots }, customer) };
    }),
  );
  const since = Math.floor(services.clock.now() / 1000);
  await pass(28);
  const renewals = (await invoicesSince(since)).filter((one) => one.billing_reason === 'subscription_cycle');
  const single = new Set(shops.filter(({ subscriptions }) => subscriptions.length === 1).map((shop) => shop.customer));
  let renewed = 0;
  for (const { customer, next } of previews) {
    const renewal = renewals.findLast((one) => one.customer === customer);
    if (!renewal || next.date === null || !single.has(customer)) continue;
    expect([customer, next.amount]).toEqual([customer, renewal.amount_due]);
    renewed += 1;
  }
  return renewed;
}

/** All documents of a user, the oldest first. */
async function rowsOf(userId: string): Promise<IndexedDocument[]> {
  const rows: IndexedDocument[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { items, isLast } = await searchDocuments(userId, { cursor });
    rows.push(...items);
    const last = items.at(-1);
    if (isLast || !last) return rows.toReversed();
    cursor = cursorOf(last);
  }
}

const known = /^(Revonizer .*(円）|割引.*円|（.*）|差し引き|減額・返金する分)|延滞.*)/;

/** Each document has every field of Stripe's own, its sentences add up, its PDF has the six items. */
async function compareWithStripe({ owner: { userId } }: RandomShops, hear: Hears): Promise<IndexedDocument[]> {
  const { data } = await services.stripe.taxRates.list({ limit: 100 });
  const percentages = new Map(data.map(({ id, percentage }) => [id, percentage]));
  const invoices = (await invoicesSince(0)).filter(({ status }) => status !== 'draft');
  const notes = await services.stripe.creditNotes.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const rows = await rowsOf(userId);
  // Of a credit note that was issued and voided between two comparisons only events tell.
  const isTold = ({ id, status }: Stripe.CreditNote): boolean =>
    hear !== byComparison || status !== 'void' || rows.some((row) => row.id === id);
  const theirs = new Map<string, object>([
    ...invoices.map((one) => [one.id, asStripeHasInvoice(one, percentages)] as const),
    ...notes.filter(isTold).map((one) => [one.id, asStripeHasNote(one, percentages)] as const),
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...theirs.keys()].toSorted());
  for (const row of rows) {
    const document = (await findDocument(userId, row.id)) as DocumentItem;
    expect(document).toMatchObject(theirs.get(row.id) ?? {});
    expect(document).toMatchObject(row);
    const { id, kind, lines, total } = document;
    expect([id, sum(lines.map((line) => line.amount - line.discount))]).toEqual([id, total]);
    for (const line of lines) expect(sentenceOf(line)).toMatch(known);
    const pdf = (await fetchPdf((await pdfAddress(id)) ?? '')).toString('latin1');
    if (kind === 'invoice') expect([id, ...missingItems(pdf, document)]).toEqual([id]);
  }
  return rows;
}

/** The index of an export says what Stripe's invoices and credit notes add up to. */
function compareBooks(documents: readonly IndexedDocument[]): void {
  const booked = new Map<string, { gross: number; tax: number }>();
  for (const row of readCsv(indexFile(documents).toString('utf8')).slice(1)) {
    const { gross, tax } = booked.get(row[1] ?? '') ?? { gross: 0, tax: 0 };
    expect(Number(row[4]) + Number(row[6])).toBe(Number(row[7]));
    booked.set(row[1] ?? '', { gross: gross + Number(row[7]), tax: tax + Number(row[6]) });
  }
  for (const { number, total, state, taxes } of documents)
    expect([number, booked.get(number)]).toEqual([
      number,
      state === 'void' ? { gross: 0, tax: 0 } : { gross: total, tax: sum(taxes.map(({ amount }) => amount)) },
    ]);
}

test.each(Array.from({ length: randomCases(300 / batchSize) }, (_, index) => index + 1))(
  '50 random histories: the documents, each preview and the books equal Stripe, batch %i',
  async (seed) => {
    startOfYear(services);
    const owner = await services.createOwner();
    const world = await openRandomShops(services, owner, batchSize, numbers(seed));
    const hear = seed === 1 ? byEvents(new Set()) : byComparison;
    await pass(5 + Math.floor(world.random() * 15));
    for (const shop of world.shops) await liveMonth(world, shop);
    await hear(world);
    const since = Math.floor(services.clock.now() / 1000);
    expect(await renew(world)).toBeGreaterThan(0);
    for (const invoice of await invoicesSince(since)) await settleInvoice(world, invoice);
    await hear(world);
    compareBooks(await compareWithStripe(world, hear));
  },
);
