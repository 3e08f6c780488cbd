import type { Stripe } from 'stripe';
import type { Fault } from '../../local/testing/functions';
import type { DocumentContent } from '#shared/model/document';
import { sentenceOf } from '#shared/model/explain-document';
import { findDocument } from '../adapters/documents/index-table';
import { readObject } from '../adapters/documents/archive';
import { enqueueDocument, listUnarchived } from '../adapters/users-table/unarchived-documents';
import { getDocumentYear } from '../domain/documents/get-document-year';
import { deliverEvent, deliverEvents } from '../testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '../testing/payment-services';
import { runJob } from '../testing/run-job';
import { createSubscribedShop, setCard, type SubscribedShop } from '../testing/subscribed-shop';
import { testServices } from '../testing/test-services';
import { handler } from './archive-documents';
import { handler as reconcileShops } from './reconcile-shops';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer, { documents: true }));
let owner: ShopOwner;
let shop: SubscribedShop;

const invoices = async (): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ customer: shop.customerId, limit: 100 })).data;
const rowOf = (id: string) => findDocument(owner.userId, id);
const contentOf = async (id: string): Promise<DocumentContent> =>
  JSON.parse(await readObject((await rowOf(id))?.content ?? '')) as DocumentContent;
const newest = async (): Promise<Stripe.Invoice> => (await invoices())[0] as Stripe.Invoice;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
});

test('a paid invoice is archived with its lines, tax, card, issuer, recipient and PDF', async () => {
  await deliverEvents(services);
  expect(await runJob(handler)).toMatchObject({ archived: 1, failed: 0, left: 0 });
  const invoice = await newest();
  expect(await rowOf(invoice.id)).toMatchObject({
    storeId: shop.customerId,
    storeName: '青山店',
    date: '2027-01-15',
    amount: 27_500,
    number: invoice.number,
    state: 'paid',
  });
  const content = await contentOf(invoice.id);
  expect(content).toMatchObject({
    total: 27_500,
    amountDue: 27_500,
    card: { brand: 'visa', last4: '4242' },
    taxes: [{ rate: 10, taxed: 27_500, amount: 2_500 }],
    issuer: { name: 'レボナイザー株式会社', registrationNumber: 'T7123456789012' },
    recipient: { name: '青山店' },
  });
  expect(content.lines.map(({ kind, name, quantity, amount }) => [kind, name, quantity, amount])).toEqual([
    ['renewal', 'Revonizer 1台目', 1, 9_900],
    ['renewal', 'Revonizer 2〜4台目', 2, 17_600],
  ]);
  const pdf = (await rowOf(invoice.id))?.pdf ?? '';
  expect((await readObject(pdf)).startsWith('%PDF-')).toBe(true);
  expect(await listUnarchived()).toEqual([]);
});

test('an open invoice that is paid later: both states are kept, the index shows the later one', async () => {
  await services.stripe.customers.update(shop.customerId, { invoice_settings: { default_payment_method: '' } });
  services.clock.advance(33 * 86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
  await runJob(handler);
  const { id } = await newest();
  expect(await rowOf(id)).toMatchObject({ state: 'open', amount: 27_500 });
  const card = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: shop.customerId });
  await services.stripe.invoices.pay(id, { payment_method: card.id });
  await deliverEvents(services);
  await runJob(handler);
  expect(await rowOf(id)).toMatchObject({ state: 'paid' });
  expect(JSON.parse(await readObject(`${owner.userId}/${id}/open.json`))).toMatchObject({ state: 'open', card: null });
  expect(await contentOf(id)).toMatchObject({ state: 'paid', card: { brand: 'mastercard' } });
});

test.each([
  ['Stripe is down', 'stripe', 'down'],
  ['the archive is down', 's3', 'down'],
  ['the archive wrote and its response was lost', 's3', 'lost'],
  ['DynamoDB is down', 'dynamodb', 'down'],
] as const)('%s: the invoice waits in the outbox, and the next run archives it', async (_what, service, fault) => {
  await deliverEvents(services);
  const waiting = await listUnarchived();
  expect(waiting).toHaveLength(1);
  services.inject((one, operation) =>
    one === service && !operation.startsWith('Query') && !operation.startsWith('GET /v1/events') ? fault : 'pass',
  );
  await expect(runJob(handler)).rejects.toThrow('No document could be archived: 1 failed');
  services.clearFaults();
  expect(await listUnarchived()).toEqual(waiting);
  expect(await runJob(handler)).toMatchObject({ archived: 1, failed: 0, left: 0 });
  expect(await rowOf((await newest()).id)).toMatchObject({ state: 'paid' });
});

test('no event came: the comparison with Stripe finds the invoice, once', async () => {
  expect(await listUnarchived()).toEqual([]);
  services.clock.advance(60_000);
  await runJob(reconcileShops);
  expect(await runJob(handler)).toMatchObject({ archived: 1 });
  services.clock.advance(60_000);
  await runJob(reconcileShops);
  expect(await listUnarchived()).toEqual([]);
});

test('what was archived is never changed: a run that is repeated leaves the first objects', async () => {
  await deliverEvents(services);
  await runJob(handler);
  const { id } = await newest();
  const before = await readObject((await rowOf(id))?.content ?? '');
  await services.stripe.products.update('revonizer_first_unit', { name: 'ほかの名前' });
  services.clock.advance(10 * 60_000);
  await enqueueDocument({ invoiceId: id, userId: owner.userId, enqueuedAtMs: services.clock.now() });
  expect(await runJob(handler)).toMatchObject({ archived: 1 });
  expect(await readObject((await rowOf(id))?.content ?? '')).toBe(before);
});

test('a draft that staff deleted before it was archived: forgotten, and no run fails because of it', async () => {
  const deleted = { invoiceId: 'in_deleted', userId: owner.userId, enqueuedAtMs: services.clock.now() };
  await enqueueDocument(deleted);
  expect(await runJob(handler)).toMatchObject({ failed: 0 });
  expect(await listUnarchived()).toEqual([]);
});

test('an invoice that Stripe returns late does not keep the others waiting', async () => {
  await createSubscribedShop(services, owner, { total: 1 });
  await deliverEvents(services);
  const [late] = await listUnarchived();
  let archive = (): void => {};
  const other = new Promise<void>((resolve) => (archive = resolve));
  services.inject(async (service, _operation, { url }): Promise<Fault> => {
    if (service === 's3') archive();
    if (url.startsWith(`/v1/invoices/${late?.invoiceId}`)) await other;
    return 'pass';
  });
  expect(await runJob(handler)).toMatchObject({ archived: 2, failed: 0, left: 0 });
});

test.each([
  ['lapses', 'void'],
  ['is paid', 'paid'],
] as const)('an increase that waits for 3-D Secure is no document until it %s', async (_what, state) => {
  await deliverEvents(services);
  await runJob(handler);
  await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
  services.clock.advance(86_400_000);
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  await services.stripe.subscriptions.update(shop.subscriptionId, {
    items: [{ id: items.data[1]?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  const { id } = await newest();
  await deliverEvents(services);
  await runJob(handler);
  await runJob(reconcileShops);
  await runJob(handler);
  expect(await rowOf(id)).toBeUndefined();
  if (state === 'paid') {
    const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customerId });
    await services.stripe.invoices.pay(id, { payment_method: card.id });
  } else services.clock.advance(86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
  await runJob(handler);
  expect(await rowOf(id)).toMatchObject({ state });
});

/** Takes 8,800 yen of the newest invoice back, to the customer's balance. */
async function credit(): Promise<Stripe.CreditNote> {
  const { id, lines } = await newest();
  return services.stripe.creditNotes.create({
    invoice: id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: lines.data[1]?.id ?? '', amount: 8_800 }],
    credit_amount: 8_800,
  });
}

test('a credit note: archived as a document of its own, negative, with invoice, tax, PDF and refund', async () => {
  const { id: invoiceId } = await newest();
  const note = await credit();
  await deliverEvents(services);
  expect(await runJob(handler)).toMatchObject({ archived: 2, failed: 0 });
  expect(await rowOf(note.id)).toMatchObject({
    storeId: shop.customerId,
    amount: -8_800,
    number: note.number,
    state: 'credited',
    kind: 'credit_note',
  });
  const content = await contentOf(note.id);
  expect(content).toMatchObject({
    total: -8_800,
    taxes: [{ rate: 10, taxed: -8_800, amount: -800 }],
    issuer: { registrationNumber: 'T7123456789012' },
    credit: { invoiceId, lowered: 0, refunded: 0, toBalance: 8_800, elsewhere: 0 },
  });
  expect(content.lines.map(sentenceOf)).toEqual([
    expect.stringMatching(/^Revonizer 2〜4台目 2台の料金（.*）のうち、減額・返金する分$/),
  ]);
  expect((await readObject((await rowOf(note.id))?.pdf ?? '')).startsWith('%PDF-')).toBe(true);
  expect(await rowOf(invoiceId)).toMatchObject({ state: 'paid', amount: 27_500 });
});

test('a credit note without an event: the comparison with Stripe finds it, once', async () => {
  await deliverEvents(services);
  await runJob(handler);
  const { id } = await credit();
  services.clock.advance(60_000);
  await runJob(reconcileShops);
  // The invoice, which now says how much of it was credited, and the credit note.
  expect(await runJob(handler)).toMatchObject({ archived: 2 });
  expect(await rowOf(id)).toMatchObject({ state: 'credited' });
  services.clock.advance(60_000);
  await runJob(reconcileShops);
  expect(await listUnarchived()).toEqual([]);
});

/** The invoice of a late month, archived while open, and a credit note that takes 900 yen off it. */
async function lowered(): Promise<{ id: string; note: Stripe.CreditNote }> {
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(33 * 86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
  await runJob(handler);
  const { id, lines } = await newest();
  const line = { type: 'invoice_line_item', invoice_line_item: lines.data[0]?.id ?? '', amount: 900 } as const;
  return { id, note: await services.stripe.creditNotes.create({ invoice: id, lines: [line] }) };
}

test('a credit note before the payment: the archived open invoice asks for less at once', async () => {
  const { id } = await lowered();
  await deliverEvents(services);
  await runJob(handler);
  expect(await rowOf(id)).toMatchObject({ state: 'open', amount: 26_600, lowered: 900 });
  expect(await contentOf(id)).toMatchObject({ total: 27_500, lowered: 900, amountDue: 26_600 });
  // The picture of its year takes the 900 yen off once: the open amount is without them.
  const { shops } = await getDocumentYear(owner, Number((await contentOf(id)).date.slice(0, 4)));
  const months = shops.flatMap((one) => one.months).filter(({ open, credited }) => open + credited > 0);
  expect(months).toMatchObject([{ open: 26_600, credited: 0 }]);
});

/** What the endpoint receives if Stripe is not asked to send the event of a void credit note. */
async function deliverWithoutVoid(): Promise<void> {
  for await (const event of services.stripe.events.list({ limit: 100 }))
    if (event.type !== 'credit_note.voided') await deliverEvent(services, event);
}

test.each([
  ['its event comes', deliverEvents],
  ['no event tells of it: the comparison with Stripe finds it', deliverWithoutVoid],
])('a credit note is voided, %s: it is void, and its invoice asks for the whole amount again', async (_what, tell) => {
  const { id, note } = await lowered();
  await deliverEvents(services);
  await runJob(handler);
  await services.stripe.creditNotes.voidCreditNote(note.id);
  await tell(services);
  services.clock.advance(60_000);
  await runJob(reconcileShops);
  await runJob(handler);
  expect(await rowOf(note.id)).toMatchObject({ state: 'void', amount: -900 });
  expect(await contentOf(note.id)).toMatchObject({ state: 'void' });
  expect(await rowOf(id)).toMatchObject({ state: 'open', amount: 27_500 });
  expect(await contentOf(id)).toMatchObject({ lowered: 0, amountDue: 27_500 });
  services.clock.advance(60_000);
  await runJob(reconcileShops);
  expect(await listUnarchived()).toEqual([]);
});

test('a paid invoice is credited: its row and content say how much', async () => {
  await deliverEvents(services);
  await runJob(handler);
  await credit();
  await deliverEvents(services);
  await runJob(handler);
  const { id } = await newest();
  expect(await rowOf(id)).toMatchObject({ state: 'paid', amount: 27_500, credited: 8_800 });
  expect(await contentOf(id)).toMatchObject({ credited: 8_800, card: { last4: '4242' } });
});

test('a credit note before the payment: the invoice asks for less, and its sums still add up', async () => {
  const { id } = await lowered();
  const { id: card } = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customerId });
  await services.stripe.invoices.pay(id, { payment_method: card });
  await deliverEvents(services);
  await runJob(handler);
  const { total, lowered: taken, amountDue, amount } = await contentOf(id);
  expect({ total, lowered: taken, amountDue, amount }).toEqual({
    total: 27_500,
    lowered: 900,
    amountDue: 26_600,
    amount: 26_600,
  });
});
