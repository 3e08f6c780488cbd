import type { Stripe } from 'stripe';
import { sentenceOf } from '#shared/model/document';
import { findDocument, searchDocuments, type DocumentItem } from './documents-table';
import { dailyDigest } from '#functions/jobs';
import { runJob } from '#functions/testing/run-job';
import { deliverEvent, deliverEvents, newestEvent, sendEvent } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { indexDocuments, keepDocument } from './index-documents';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer));
let owner: ShopOwner;
let shop: SubscribedShop;

const invoices = async (): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ customer: shop.customerId, limit: 100 })).data;
/** Every shop is compared with Stripe. */
async function reconcile(): Promise<void> {
  await runJob(dailyDigest, { readAll: true });
  await doTasks();
}
const rowOf = (id: string) => findDocument(owner.userId, id);
const contentOf = async (id: string): Promise<DocumentItem> => (await rowOf(id)) as DocumentItem;
const newest = async (): Promise<Stripe.Invoice> => (await invoices())[0] as Stripe.Invoice;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
});

test('a paid invoice is there with its event: lines, tax, card, issuer and recipient', async () => {
  await deliverEvents(services);
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
});

test('an open invoice that is paid later: it is open, then paid with its card', async () => {
  await services.stripe.customers.update(shop.customerId, { invoice_settings: { default_payment_method: '' } });
  services.clock.advance(33 * 86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
  const { id } = await newest();
  expect(await rowOf(id)).toMatchObject({ state: 'open', amount: 27_500 });
  const card = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: shop.customerId });
  await services.stripe.invoices.pay(id, { payment_method: card.id });
  await deliverEvents(services);
  expect(await rowOf(id)).toMatchObject({ state: 'paid' });
  expect(await contentOf(id)).toMatchObject({ state: 'paid', card: { brand: 'mastercard' } });
});

test.each([
  ['Stripe is down', 'stripe', 'down'],
  ['DynamoDB wrote and its response was lost', 'dynamodb', 'lost'],
] as const)('%s: the event’s task is tried again, and then the document is there', async (_what, service, fault) => {
  await sendEvent(services, await newestEvent(services, 'invoice.paid'));
  services.inject((one, operation) =>
    one === service && /^(PutItem|GET .v1.invoices.)/.test(operation) ? fault : 'pass',
  );
  await doTasks();
  services.clearFaults();
  services.clock.advance(10_000);
  await doTasks();
  expect(await rowOf((await newest()).id)).toMatchObject({ state: 'paid' });
});

/** How often Stripe was asked for invoices and credit notes one by one. */
const readings = (): number =>
  services.operations.filter((one) => /^stripe GET .v1.(invoices|credit_notes).\{/.test(one)).length;

test('no event came: the comparison with Stripe finds the invoice, once', async () => {
  services.clock.advance(60_000);
  await reconcile();
  expect(await rowOf((await newest()).id)).toMatchObject({ state: 'paid' });
  services.operations.length = 0;
  services.clock.advance(60_000);
  services.operations.length = 0;
  await reconcile();
  expect(readings()).toBe(0);
});

test('an older reading that is late does not replace a newer one', async () => {
  await deliverEvents(services);
  const { id } = await newest();
  const row = (await rowOf(id)) as DocumentItem;
  await keepDocument({ ...row, state: 'open', readAtMs: row.readAtMs - 1 });
  expect(await rowOf(id)).toMatchObject({ state: 'paid' });
});

test('the same documents twice at once: each is there once, as it is now', async () => {
  const { id } = await newest();
  const index = () => indexDocuments(owner.userId, shop.customerId, [id, id]);
  await Promise.all([index(), index()]);
  expect((await searchDocuments(owner.userId, {})).items).toMatchObject([{ id, state: 'paid' }]);
});

test('a draft that staff deleted before it was read: left out', async () => {
  await indexDocuments(owner.userId, shop.customerId, ['in_deleted']);
  expect(await rowOf('in_deleted')).toBeUndefined();
});

test.each([
  ['lapses', 'void'],
  ['is paid', 'paid'],
] as const)('an increase that waits for 3-D Secure is no document until it %s', async (_what, state) => {
  await deliverEvents(services);
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
  await reconcile();
  expect(await rowOf(id)).toBeUndefined();
  if (state === 'paid') {
    const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customerId });
    await services.stripe.invoices.pay(id, { payment_method: card.id });
  } else services.clock.advance(86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
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

test('a credit note: a document of its own, negative, with invoice, tax and refund', async () => {
  const { id: invoiceId } = await newest();
  const note = await credit();
  await deliverEvents(services);
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
  expect(await rowOf(invoiceId)).toMatchObject({ state: 'paid', amount: 27_500 });
});

test('a credit note without an event: the comparison with Stripe finds it, once', async () => {
  await deliverEvents(services);
  const { id } = await credit();
  services.clock.advance(60_000);
  await reconcile();
  expect(await rowOf(id)).toMatchObject({ state: 'credited' });
  services.clock.advance(60_000);
  services.operations.length = 0;
  await reconcile();
  expect(readings()).toBe(0);
});

/** The invoice of a late month, read while open, and a credit note that takes 900 yen off it. */
async function lowered(): Promise<{ id: string; note: Stripe.CreditNote }> {
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(33 * 86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
  const { id, lines } = await newest();
  const line = { type: 'invoice_line_item', invoice_line_item: lines.data[0]?.id ?? '', amount: 900 } as const;
  return { id, note: await services.stripe.creditNotes.create({ invoice: id, lines: [line] }) };
}

test('a credit note before the payment: the open invoice asks for less at once', async () => {
  const { id } = await lowered();
  await deliverEvents(services);
  expect(await rowOf(id)).toMatchObject({ state: 'open', amount: 26_600, lowered: 900 });
  expect(await contentOf(id)).toMatchObject({ total: 27_500, lowered: 900, amountDue: 26_600 });
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
  await services.stripe.creditNotes.voidCreditNote(note.id);
  await tell(services);
  services.clock.advance(60_000);
  await reconcile();
  expect(await rowOf(note.id)).toMatchObject({ state: 'void', amount: -900 });
  expect(await contentOf(note.id)).toMatchObject({ state: 'void' });
  expect(await rowOf(id)).toMatchObject({ state: 'open', amount: 27_500 });
  expect(await contentOf(id)).toMatchObject({ lowered: 0, amountDue: 27_500 });
  services.clock.advance(60_000);
  services.operations.length = 0;
  await reconcile();
  expect(readings()).toBe(0);
});

test.each([
  ['by its event', async () => deliverEvents(services)],
  ['by the comparison with Stripe', async () => reconcile()],
])('a credit note cannot be read: its invoice says all the same what went back, %s', async (_what, tell) => {
  await deliverEvents(services);
  const note = await credit();
  services.clock.advance(60_000);
  services.inject((one, operation) => (one === 'stripe' && /credit_notes/.test(operation) ? 'down' : 'pass'));
  await tell();
  expect(await rowOf(note.id)).toBeUndefined();
  expect(await rowOf((await newest()).id)).toMatchObject({ state: 'paid', credited: 8_800 });
  services.clearFaults();
  services.clock.advance(60_000);
  await doTasks();
  await reconcile();
  expect(await rowOf(note.id)).toMatchObject({ state: 'credited' });
});

test('a paid invoice is credited: it says how much', async () => {
  await deliverEvents(services);
  await credit();
  await deliverEvents(services);
  const { id } = await newest();
  expect(await rowOf(id)).toMatchObject({ state: 'paid', amount: 27_500, credited: 8_800 });
  expect(await contentOf(id)).toMatchObject({ credited: 8_800, card: { last4: '4242' } });
});

test('a credit note before the payment: the invoice asks for less, and its sums still add up', async () => {
  const { id } = await lowered();
  const { id: card } = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customerId });
  await services.stripe.invoices.pay(id, { payment_method: card });
  await deliverEvents(services);
  const { total, lowered: taken, amountDue, amount } = await contentOf(id);
  expect({ total, lowered: taken, amountDue, amount }).toEqual({
    total: 27_500,
    lowered: 900,
    amountDue: 26_600,
    amount: 26_600,
  });
});
