import type { Stripe } from 'stripe';
import type { DocumentContent } from '#shared/model/document';
import { findDocument } from '../adapters/documents/index-table';
import { readObject } from '../adapters/documents/archive';
import { listUnarchived } from '../adapters/users-table/unarchived-documents';
import { deliverEvents } from '../testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '../testing/payment-services';
import { runJob } from '../testing/run-job';
import { createSubscribedShop, type SubscribedShop } from '../testing/subscribed-shop';
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
  expect(await runJob(handler)).toEqual({ archived: 1, failed: 0, left: 0 });
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
] as const)('%s: the invoice waits in the outbox, and the next run archives it', async (_what, service, weather) => {
  await deliverEvents(services);
  const waiting = await listUnarchived();
  expect(waiting).toHaveLength(1);
  services.weather((one, operation) =>
    one === service && !operation.startsWith('Query') && !operation.startsWith('GET /v1/events') ? weather : 'pass',
  );
  await expect(runJob(handler)).rejects.toThrow('No document could be archived: 1 failed');
  services.weather();
  expect(await listUnarchived()).toEqual(waiting);
  expect(await runJob(handler)).toEqual({ archived: 1, failed: 0, left: 0 });
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
  const { enqueueDocument } = await import('../adapters/users-table/unarchived-documents');
  await enqueueDocument({ invoiceId: id, userId: owner.userId, enqueuedAtMs: services.clock.now() });
  expect(await runJob(handler)).toMatchObject({ archived: 1 });
  expect(await readObject((await rowOf(id))?.content ?? '')).toBe(before);
});
