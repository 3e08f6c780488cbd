import type { Stripe } from 'stripe';
import { priceLookupKeys } from '#shared/model/pricing';
import { isoDayInJapan } from '#shared/model/japan-time';
import type { Document, ExplainedDocument } from '#shared/model/document';
import { keepDocument } from './index-documents';
import { queryRange } from '#functions/platform/dynamodb/query';
import { forgetShop } from '#functions/shops/shops-table';
import { aDocumentItem } from '#functions/testing/document-items';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { getDocument, issueReceipt, listDocuments } from './calls';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer));
let owner: ShopOwner;
beforeEach(async () => {
  owner = await services.createOwner();
});

type Found = { documents: Document[]; cursor: string | null };
const search = async (query: Record<string, string> = {}, by: ShopOwner = owner): Promise<Found> =>
  (await by.browser.get(listDocuments, query)).body as unknown as Found;
const open = (id: string, by: ShopOwner = owner) =>
  by.browser.send(getDocument, { method: 'GET', path: '/api/documents/{id}', params: { id } });

/** What the webhook does after a change at Stripe. */
async function settle(): Promise<void> {
  await services.emulator.tick();
  await deliverEvents(services);
}

/** A shop with three invoices, newest first: of its second month, of a raise by two devices, of its first month. */
async function twoMonths(): Promise<{ customerId: string; invoices: Stripe.Invoice[]; days: string[] }> {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  await settle();
  services.clock.advance(20 * 86_400_000);
  const { data: prices } = await services.stripe.prices.list({ lookup_keys: [priceLookupKeys.SECOND_TO_FOURTH] });
  await services.stripe.subscriptions.update(subscriptionId, {
    items: [{ price: prices[0]?.id ?? '', quantity: 2 }],
    proration_behavior: 'always_invoice',
  });
  await settle();
  services.clock.advance(12 * 86_400_000);
  await settle();
  const { data: invoices } = await services.stripe.invoices.list({ customer: customerId, limit: 10 });
  const days = invoices.map(({ created, status_transitions: { finalized_at: at } }) => isoDayInJapan(at ?? created));
  return { customerId, invoices, days };
}

test('documents are listed newest first and found by day, amount, shop and state', async () => {
  const { customerId, invoices, days } = await twoMonths();
  const { documents, cursor } = await search();
  expect(documents.map(({ id }) => id)).toEqual(invoices.map(({ id }) => id));
  expect(cursor).toBeNull();
  expect(documents[0]).toEqual({
    id: invoices[0]?.id,
    storeId: customerId,
    storeName: '青山店',
    date: days[0],
    amount: 27_500,
    number: invoices[0]?.number,
    state: 'paid',
    kind: 'invoice',
    paidAt: invoices[0]?.status_transitions.paid_at,
    card: { brand: 'visa', last4: '4242' },
    total: 27_500,
  });
  const datesOf = async (query: Record<string, string>) => (await search(query)).documents.map(({ date }) => date);
  expect(await datesOf({ from: days[0] ?? '' })).toEqual([days[0]]);
  expect(await datesOf({ to: days[2] ?? '' })).toEqual([days[2]]);
  expect(await datesOf({ min: '27500', max: '27500' })).toEqual([days[0]]);
  expect(await datesOf({ store: customerId, state: 'paid' })).toHaveLength(3);
  expect(await datesOf({ store: 'cus_other' })).toEqual([]);
  expect(await datesOf({ state: 'void' })).toEqual([]);
});

test('the first day is after the last one: nothing is found', async () => {
  await twoMonths();
  expect(await search({ from: '2027-03-01', to: '2027-01-01' })).toEqual({ documents: [], cursor: null });
});

test.each([
  ['a day in another form', { from: '2027/01/15' }],
  ['a day that its month lacks', { from: '2027-02-29' }],
  ['a month that the year lacks', { to: '2027-13-01' }],
  ['an amount in words', { min: 'たくさん' }],
  ['an unknown state', { state: 'lost' }],
  ['a cursor of another form', { cursor: '2027-01-15#in_1' }],
])('%s: 400', async (_what, query) => {
  expect((await owner.browser.get(listDocuments, query)).status).toBe(400);
});

test('a cursor outside the days that are searched: nothing is found', async () => {
  const cursor = '2027-01-15#000000000001#in_1';
  expect(await search({ from: '2027-02-01', cursor })).toEqual({ documents: [], cursor: null });
  expect(await search({ to: '2027-01-14', cursor })).toEqual({ documents: [], cursor: null });
});

test('an invoice is explained line by line', async () => {
  const { invoices } = await twoMonths();
  const { body } = await open(invoices[0]?.id ?? '');
  const { lines, amount } = body as unknown as ExplainedDocument;
  expect(lines.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^Revonizer 1台目 1台 × 月額9,900円（\d+月\d+日〜\d+月\d+日）$/),
    expect.stringMatching(/^Revonizer 2〜4台目 2台 × 月額8,800円（\d+月\d+日〜\d+月\d+日）$/),
  ]);
  expect(lines.reduce((sum, line) => sum + line.amount - line.discount, 0)).toBe(amount);
  const proration = (await open(invoices[1]?.id ?? '')).body as unknown as ExplainedDocument;
  expect(proration.lines.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^Revonizer 2〜4台目 2台の変更後の料金のうち、残りの期間の分（.*、1台あたり月額8,800円）$/),
  ]);
});

test('the PDF is Stripe’s own, at the address that it has now', async () => {
  const { invoices } = await twoMonths();
  const [newest] = invoices;
  const { body } = await open(newest?.id ?? '');
  expect(body['pdf']).toBe(newest?.invoice_pdf);
  expect((await (await fetch(String(body['pdf']))).text()).startsWith('%PDF-')).toBe(true);
  const note = await takeBack(newest as Stripe.Invoice, 900);
  expect((await open(note.id)).body).toMatchObject({ kind: 'credit_note', pdf: note.pdf });
  expect((await (await fetch(note.pdf)).text()).startsWith('%PDF-')).toBe(true);
});

test.each(['down', 'busy'] as const)('Stripe is %s: the document is shown without its PDF', async (fault) => {
  const { invoices } = await twoMonths();
  services.inject((service) => (service === 'stripe' ? fault : 'pass'));
  expect(await open(invoices[0]?.id ?? '')).toMatchObject({ status: 200, body: { amount: 27_500, pdf: null } });
  services.clearFaults();
  expect((await open(invoices[0]?.id ?? '')).body['pdf']).toBe(invoices[0]?.invoice_pdf);
});

test('the shop was deleted, at Stripe too: its documents are found and opened as before', async () => {
  const { customerId, invoices } = await twoMonths();
  await services.stripe.customers.del(customerId);
  await forgetShop(owner.userId, customerId);
  expect((await search()).documents.map(({ id }) => id)).toEqual(invoices.map(({ id }) => id));
  const { status, body } = await open(invoices[2]?.id ?? '');
  expect([status, body['storeName'], body['pdf']]).toEqual([200, '青山店', invoices[2]?.invoice_pdf]);
  expect((await (await fetch(String(body['pdf']))).text()).startsWith('%PDF-')).toBe(true);
});

test('another owner’s document is refused like one that does not exist, by id and in every search', async () => {
  const { invoices, customerId, days } = await twoMonths();
  const stranger = await services.createOwner('stranger@example.jp');
  const foreign = await open(invoices[0]?.id ?? '', stranger);
  const unknown = await open('in_unknown', stranger);
  expect([foreign.status, foreign.body]).toEqual([404, { ...unknown.body, requestId: foreign.body['requestId'] }]);
  expect(await search({}, stranger)).toEqual({ documents: [], cursor: null });
  expect(await search({ store: customerId }, stranger)).toEqual({ documents: [], cursor: null });
  const cursor = `${days[0]}#999999999999#${invoices[0]?.id}`;
  expect(await search({ cursor }, stranger)).toEqual({ documents: [], cursor: null });
});

const receipt = (
  id: string,
  body: object = { addressee: '青山商会', proviso: '機器利用料として' },
  by: ShopOwner = owner,
) => by.browser.send(issueReceipt, { method: 'POST', path: '/api/documents/{id}/receipts', params: { id }, body });

test('a receipt is counted on the server, and its addressee is remembered for the shop', async () => {
  const { invoices } = await twoMonths();
  const [newest = '', first = ''] = [invoices[0]?.id, invoices[2]?.id];
  const before = (await open(first)).body as unknown as ExplainedDocument;
  expect(before.receipts).toEqual({
    wish: { addressee: '青山店', proviso: 'レボナイザー利用料として' },
    count: 0,
    issues: [],
  });
  const wish = { addressee: '青山商会', proviso: '機器利用料として' };
  expect((await receipt(first)).body).toMatchObject({ receipt: { ...wish, issue: 1, by: 'owner' } });
  expect((await receipt(first)).body).toMatchObject({ receipt: { issue: 2 } });
  const after = (await open(first)).body as unknown as ExplainedDocument;
  expect(after.receipts).toMatchObject({ count: 2, issues: [{ issue: 2 }, { issue: 1 }] });
  const other = (await open(newest)).body as unknown as ExplainedDocument;
  expect(other.receipts).toEqual({ wish, count: 0, issues: [] });
  // Whatever this table keeps of an owner ends.
  const kept = await queryRange<{ expiresAt?: number }>('documents', { pk: `USER#${owner.userId}` });
  expect(kept.filter(({ expiresAt }) => typeof expiresAt !== 'number')).toEqual([]);
});

test('four receipts at the same moment: one is the first, each other one is marked', async () => {
  const { invoices } = await twoMonths();
  const { id = '' } = invoices[0] ?? {};
  const made = await Promise.all([receipt(id), receipt(id), receipt(id), receipt(id)]);
  expect(
    made.map(({ body }) => (body['receipt'] as { issue: number }).issue).toSorted((one, other) => one - other),
  ).toEqual([1, 2, 3, 4]);
});

test('an unpaid invoice: no receipt; another owner’s invoice: refused like one that does not exist', async () => {
  const { customerId, invoices } = await twoMonths();
  const stranger = await services.createOwner('stranger@example.jp');
  expect(await receipt(invoices[0]?.id ?? '', undefined, stranger)).toMatchObject({
    status: 404,
    body: { code: 'DOCUMENT_NOT_FOUND' },
  });
  expect(await receipt(invoices[0]?.id ?? '', { addressee: ' ', proviso: '' })).toMatchObject({ status: 400 });
  await setCard(services, customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(33 * 86_400_000);
  await settle();
  const [late] = (await search()).documents;
  expect(late?.state).toBe('open');
  expect(await receipt(late?.id ?? '')).toMatchObject({ status: 409, body: { code: 'DOCUMENT_NOT_PAID' } });
});

/** Takes an amount of an invoice's first line back, outside of Stripe. */
async function takeBack({ id, lines }: Stripe.Invoice, amount: number): Promise<Stripe.CreditNote> {
  const line = lines.data.find((one) => one.amount >= amount)?.id ?? '';
  const note = await services.stripe.creditNotes.create({
    invoice: id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: line, amount }],
    out_of_band_amount: amount,
  });
  await settle();
  return note;
}

test('a part of a payment is taken back: later receipts say so, earlier ones are known not to', async () => {
  const { invoices } = await twoMonths();
  const first = invoices[2] as Stripe.Invoice;
  await receipt(first.id);
  await takeBack(first, 900);
  expect((await receipt(first.id)).body).toMatchObject({ receipt: { issue: 2, credited: 900 } });
  const { credited, receipts } = (await open(first.id)).body as unknown as ExplainedDocument;
  expect([credited, receipts?.issues.map((issue) => issue.credited)]).toEqual([900, [900, undefined]]);
});

test('a whole payment is taken back: no further receipt, 409 DOCUMENT_CREDITED', async () => {
  const { invoices } = await twoMonths();
  const first = invoices[2] as Stripe.Invoice;
  await takeBack(first, 9_900);
  expect(await receipt(first.id)).toMatchObject({ status: 409, body: { code: 'DOCUMENT_CREDITED' } });
  expect((await open(first.id)).body).toMatchObject({ credited: 9_900, receipts: null });
});

test('560 documents: each is listed once over the pages, whatever the search', async () => {
  const row = (index: number) =>
    aDocumentItem(owner.userId, {
      id: `in_${String(index).padStart(4, '0')}`,
      storeId: index % 3 === 0 ? 'cus_rare' : 'cus_a',
      date: `${2020 + Math.floor(index / 300)}-01-${String(1 + (index % 28)).padStart(2, '0')}`,
      amount: index,
      createdAt: index,
    });
  for (let start = 0; start < 560; start += 70)
    await Promise.all(Array.from({ length: 70 }, (_, offset) => keepDocument(row(start + offset))));
  for (const [query, count] of [
    [{}, 560],
    [{ store: 'cus_rare' }, 187],
    [{ max: '0' }, 1],
  ] as const) {
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Found = await search({ ...query, ...(cursor !== '' && { cursor }) });
      expect(page.documents.length).toBeLessThanOrEqual(50);
      ids.push(...page.documents.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
  }
});
