import type { Stripe } from 'stripe';
import type { ShopRecord } from '#shared/model/customer';
import type { ExplainedDocument } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { searchDocuments } from './documents-table';
import { indexMissing } from './index-documents';
import { refreshShop } from '#functions/shops/refresh-shop';
import { indexFile } from './make-export';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { readCsv } from '#functions/testing/read-zip';
import { createSubscribedShop, setCard, startOfYear, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { getDocument, issueReceipt } from './calls';
import { paySubscription } from '#functions/billing/calls';

const services = testServices(() => startPaymentServices({ taxRounding: 'invoice' }));
let owner: ShopOwner;
let shop: SubscribedShop;
/** The successful charges so far: Stripe lists events of the last 30 days only. */
let charges: Map<string, number>;
beforeEach(async () => {
  charges = new Map();
  startOfYear(services);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
});

/** What the webhook does after a change at Stripe, and after some days. */
async function settle(days = 0): Promise<void> {
  services.clock.advance(days * 86_400_000);
  await services.emulator.tick();
  const succeeded = await services.stripe.events.list({ type: 'charge.succeeded', limit: 100 });
  for (const { data } of succeeded.data) {
    const { id, amount } = data.object as Stripe.Charge;
    charges.set(id, amount);
  }
  await deliverEvents(services);
}

const newest = async (): Promise<Stripe.Invoice> =>
  (await services.stripe.invoices.list({ customer: shop.customerId, limit: 1 })).data[0] as Stripe.Invoice;
const shown = async (id: string): Promise<ExplainedDocument> =>
  (await owner.browser.send(getDocument, { method: 'GET', path: '/api/documents/{id}', params: { id } }))
    .body as unknown as ExplainedDocument;

/** Takes an amount of an invoice's first line back, in one of Stripe's ways. */
const credit = (
  { id, lines }: Stripe.Invoice,
  amount: number,
  way: 'credit_amount' | 'refund_amount' | 'out_of_band_amount',
): Promise<Stripe.CreditNote> =>
  services.stripe.creditNotes.create({
    invoice: id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: lines.data[0]?.id ?? '', amount }],
    [way]: amount,
  });

/** What cards were charged, less what went back to them: the account's own ledger. */
async function kept(): Promise<number> {
  const notes = await services.stripe.creditNotes.list({ customer: shop.customerId, limit: 100 });
  return (
    sum([...charges.values()]) -
    sum(notes.data.flatMap(({ refunds }) => refunds.map((refund) => refund.amount_refunded)))
  );
}

/** What the column of payments in the index of an export adds up to. */
async function exported(): Promise<number> {
  const { items } = await searchDocuments(owner.userId, {});
  const rows = readCsv(indexFile(items).toString('utf8')).slice(1);
  return sum(rows.map((row) => Number(row[12])));
}

test('a credit to the balance lowers the next payment: the payments of an export have it once', async () => {
  await settle();
  await credit(await newest(), 900, 'credit_amount');
  await settle();
  await settle(33);
  expect((await newest()).amount_paid).toBe(17_800);
  expect(await kept()).toBe(18_700 + 17_800);
  expect(await exported()).toBe(await kept());
  await credit(await newest(), 700, 'refund_amount');
  await settle();
  expect(await exported()).toBe(18_700 + 17_800 - 700);
  expect(await exported()).toBe(await kept());
});

test('a payment that waited for 3-D Secure and was then made elsewhere names no card', async () => {
  await settle();
  await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
  await settle(33);
  const { id, status } = await newest();
  expect(status).toBe('open');
  await services.stripe.invoices.pay(id, { paid_out_of_band: true });
  await settle();
  expect(await shown(id)).toMatchObject({ state: 'paid', amount: 18_700, card: null });
});

/** Staff charge a part of an open invoice in the dashboard (docs.stripe.com/invoicing/partial-payments). */
async function chargePart(invoice: string, amount: number, card: string): Promise<void> {
  const { stripe } = services;
  const { id: method } = await stripe.paymentMethods.attach(card, { customer: shop.customerId });
  const params = { customer: shop.customerId, payment_method: method, amount, currency: 'jpy', confirm: true };
  const { id } = await stripe.paymentIntents.create({ ...params, off_session: true });
  await stripe.invoices.attachPayment(invoice, { payment_intent: id });
}

test('an invoice that is paid in parts: each part counts once, and the rest is what is still to pay', async () => {
  await settle();
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await settle(33);
  const { id } = await newest();
  await chargePart(id, 10_000, 'pm_card_mastercard');
  const record = (await refreshShop(owner.userId, shop.customerId)) as ShopRecord;
  expect(record.payment_history[0]).toMatchObject({ id, status: 'failed', amount: 8_700 });
  expect(await indexMissing(owner.userId, record)).toBe(1);
  await settle();
  expect(await shown(id)).toMatchObject({ state: 'open', amount: 8_700, amountDue: 18_700, partPaid: 10_000 });
  expect(await exported()).toBe(18_700 + 10_000);
  expect(await exported()).toBe(await kept());
  await setCard(services, shop.customerId, 'pm_card_visa');
  const params = { id: shop.subscriptionId };
  const { body } = await owner.browser.send(paySubscription, { method: 'POST', path: '/api', params });
  expect(body['charge']).toEqual({ status: 'paid', amount: 8_700 });
  await settle();
  expect(await shown(id)).toMatchObject({ state: 'paid', amount: 18_700, partPaid: 0, card: { brand: 'mastercard' } });
  expect(await exported()).toBe(await kept());
});

test('the day of a document is the one that Stripe prints: when it was finalized, or what staff wrote', async () => {
  // Half an hour before midnight in Japan; the draft of a renewal is finalized an hour later.
  services.clock.advance(11.5 * 3_600_000);
  shop = await createSubscribedShop(services, owner, { total: 2 });
  await settle(32);
  const invoice = await newest();
  const { finalized_at: finalized } = invoice.status_transitions;
  expect(isoDayInJapan(invoice.created)).not.toBe(isoDayInJapan(finalized ?? 0));
  expect((await shown(invoice.id)).date).toBe(isoDayInJapan(finalized ?? 0));
  const { id } = await services.stripe.creditNotes.create({
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0]?.id ?? '', amount: 900 }],
    credit_amount: 900,
    effective_at: invoice.created,
  });
  await settle();
  expect((await shown(id)).date).toBe(isoDayInJapan(invoice.created));
});

test('the dispute of one of two payments is lost: a receipt says what stayed paid', async () => {
  const { disputes } = services.stripe;
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await settle(33);
  const { id } = await newest();
  await chargePart(id, 8_700, 'pm_card_visa');
  await chargePart(id, 10_000, 'pm_card_createDispute');
  await settle();
  expect(await shown(id)).toMatchObject({ state: 'paid', mark: 'disputed', receipts: null });
  await disputes.close((await disputes.list({ limit: 1 })).data[0]?.id ?? '');
  await settle();
  expect(await shown(id)).toMatchObject({ mark: 'part-refunded', returned: 10_000, lost: 10_000 });
  const body = { addressee: '青山商会', proviso: '利用料として' };
  const made = await owner.browser.send(issueReceipt, { method: 'POST', path: '/api', params: { id }, body });
  expect(made.body).toMatchObject({ receipt: { issue: 1, credited: 10_000 } });
});
