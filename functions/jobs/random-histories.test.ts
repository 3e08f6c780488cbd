import type { Stripe } from 'stripe';
import type { DocumentContent } from '#shared/model/document';
import { coversPeriod, reasonsFor, sentenceOf } from '#shared/model/explain-document';
import { neededEvents } from '#shared/model/stripe-events';
import { sum } from '#shared/sum';
import { numbers, randomCases } from '../../local/testing/random';
import { readObject } from '../adapters/documents/archive';
import { searchDocuments, cursorOf, type DocumentItem } from '../adapters/documents/index-table';
import { toStripeEvent, type StripeEvent } from '../adapters/stripe/read-event';
import { readSnapshot } from '../adapters/users-table/snapshots';
import { enqueueMissing } from '../domain/documents/enqueue-missing';
import { getNextInvoice } from '../domain/documents/get-next-invoice';
import { getDocumentYear } from '../domain/documents/get-document-year';
import { renewSnapshot } from '../domain/shops/renew-snapshot';
import { takeEvents } from '../domain/stripe-events/take-events';
import { asStripeHasInvoice, asStripeHasNote, missingItems } from '../testing/as-stripe-has-it';
import { booksOfYear } from '../testing/books-of-year';
import { startPaymentServices } from '../testing/payment-services';
import { liveMonth, openRandomShops, settleInvoice, type RandomShops } from '../testing/random-shops';
import { runJob } from '../testing/run-job';
import { startOfYear } from '../testing/subscribed-shop';
import { testServices } from '../testing/test-services';
import { handler as archiveDocuments } from './archive-documents';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer, { documents: true }));
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
    for await (const event of services.stripe.events.list({ types: [...neededEvents], limit: 100 })) {
      if (seen.has(event.id)) continue;
      seen.add(event.id);
      const read = toStripeEvent(event);
      const key = read.customerId ?? '';
      fresh.set(key, [read, ...(fresh.get(key) ?? [])]);
    }
    for (const events of fresh.values()) await takeEvents(events);
  };

const byComparison: Hears = async ({ owner, shops }) => {
  for (const { customer } of shops) {
    const record = await renewSnapshot(owner.userId, customer);
    if (record) await enqueueMissing(owner.userId, record);
  }
};

async function sync(world: RandomShops, hear: Hears): Promise<void> {
  await hear(world);
  expect(await runJob(archiveDocuments)).toMatchObject({ failed: 0, left: 0 });
}

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

/** All rows of the archive, the oldest first. */
async function rowsOf(userId: string): Promise<DocumentItem[]> {
  const rows: DocumentItem[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { items, isLast } = await searchDocuments(userId, { cursor });
    rows.push(...items);
    const last = items.at(-1);
    if (isLast || !last) return rows.toReversed();
    cursor = cursorOf(last);
  }
}

/** The sum of the amounts that reasons name. */
const yenIn = (reasons: readonly string[]): number =>
  sum(
    reasons.map((reason) => {
      const [, sign = '', amount = ''] = /([＋−])([\d,]+)円$/.exec(reason) ?? [];
      return (sign === '−' ? -1 : 1) * Number(amount.replaceAll(',', ''));
    }),
  );

/** Of each subscription, each invoice for a period is compared with the one before. Returns how many were. */
function compareMonths(contents: readonly DocumentContent[]): number {
  const last = new Map<string, DocumentContent>();
  let compared = 0;
  for (const content of contents) {
    const of = content.subscriptionId ?? '';
    if (content.kind !== 'invoice' || content.state === 'void' || !coversPeriod(content)) continue;
    const previous = last.get(of);
    if (previous) expect(yenIn(reasonsFor(content, previous))).toBe(content.amount - previous.amount);
    compared += previous ? 1 : 0;
    last.set(of, content);
  }
  return compared;
}

const known = /^(Revonizer .*(円）|割引.*円|（.*）|差し引き|減額・返金する分)|延滞.*)/;

/** Each document of the archive has every field of Stripe's own, its sentences add up, its PDF has the six items. */
async function compareWithStripe(world: RandomShops, hear: Hears): Promise<DocumentContent[]> {
  const { data } = await services.stripe.taxRates.list({ limit: 100 });
  const percentages = new Map(data.map(({ id, percentage }) => [id, percentage]));
  const invoices = (await invoicesSince(0)).filter(({ status }) => status !== 'draft');
  const notes = await services.stripe.creditNotes.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const rows = await rowsOf(world.owner.userId);
  // Of a credit note that was issued and voided between two comparisons only events tell.
  const isTold = ({ id, status }: Stripe.CreditNote): boolean =>
    hear !== byComparison || status !== 'void' || rows.some((row) => row.id === id);
  const theirs = new Map<string, object>([
    ...invoices.map((one) => [one.id, asStripeHasInvoice(one, percentages)] as const),
    ...notes.filter(isTold).map((one) => [one.id, asStripeHasNote(one, percentages)] as const),
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...theirs.keys()].toSorted());
  const contents: DocumentContent[] = [];
  for (const row of rows) {
    const content = JSON.parse(await readObject(row.content)) as DocumentContent;
    expect(content).toMatchObject(theirs.get(row.id) ?? {});
    const { id, storeId, date, amount, number, state, kind, lines, total } = content;
    expect(row).toMatchObject({ id, storeId, date, amount, number, state, kind });
    expect([id, sum(lines.map((line) => line.amount - line.discount))]).toEqual([id, total]);
    for (const line of lines) expect(sentenceOf(line)).toMatch(known);
    if (kind === 'invoice') expect([id, ...missingItems(await readObject(row.pdf ?? ''), content)]).toEqual([id]);
    contents.push(content);
  }
  return contents;
}

/** The year's picture and the files for the books say what Stripe's invoices and credit notes add up to. */
async function compareYears({ owner }: RandomShops, contents: readonly DocumentContent[]): Promise<void> {
  for (const year of new Set(contents.map(({ date }) => Number(date.slice(0, 4))))) {
    const ofYear = contents.filter(({ date }) => date.startsWith(`${year}-`));
    const months = (await getDocumentYear(owner, year)).shops.flatMap((shop) => shop.months);
    for (const place of ['paid', 'open', 'credited'] as const)
      expect(sum(months.map((month) => month[place]))).toBe(
        sum(
          ofYear
            .filter(({ state }) => state === place)
            .map(({ amount, credit }) => Math.abs(amount) - (credit?.lowered ?? 0) - (credit?.toBalance ?? 0)),
        ),
      );
    await expect(booksOfYear(owner, year)).resolves.toEqual(
      ofYear.map(({ number, total, state, taxes }) => ({
        number,
        total,
        tax: sum(taxes.map(({ amount }) => amount)),
        booked: state === 'void' ? 0 : total,
      })),
    );
  }
}

test.each(Array.from({ length: randomCases(1_000 / batchSize) }, (_, index) => index + 1))(
  '50 random histories: the archive, each preview and the books equal Stripe, batch %i',
  async (seed) => {
    startOfYear(services);
    const owner = await services.createOwner();
    const world = await openRandomShops(services, owner, batchSize, numbers(seed));
    const hear = seed === 1 ? byEvents(new Set()) : byComparison;
    await pass(5 + Math.floor(world.random() * 15));
    for (const shop of world.shops) await liveMonth(world, shop);
    await sync(world, hear);
    const since = Math.floor(services.clock.now() / 1000);
    expect(await renew(world)).toBeGreaterThan(0);
    for (const invoice of await invoicesSince(since)) await settleInvoice(world, invoice);
    await sync(world, hear);
    const contents = await compareWithStripe(world, hear);
    expect(compareMonths(contents)).toBeGreaterThan(batchSize / 5);
    if (seed % 2 === 1) await compareYears(world, contents);
  },
);
