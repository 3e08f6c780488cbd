import type { Stripe } from 'stripe';
import * as fc from 'fast-check';
import type { ExplainedDocument } from '#shared/model/document';
import { timeInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { readMissedEvents } from '#functions/events/read-missed-events';
import { deliverEvent, deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { readCsv } from '#functions/testing/read-zip';
import { createSubscribedShop, newestPayment, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { deleteShop } from '#functions/shops/calls';
import { getDocument, issueReceipt, listDocuments } from './calls';
import { searchDocuments } from './documents-table';
import { indexDocuments } from './index-documents';
import { indexFile } from './make-export';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer));
const hour = 60 * 60_000;
let owner: ShopOwner;
let shop: SubscribedShop;
let invoice: Stripe.Invoice;
let payment_intent: string;

/** A shop that paid 27,500 yen with a card of Stripe's for tests. */
async function paidWith(card = 'pm_card_visa'): Promise<void> {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3, card });
  ({ invoice, payment_intent } = await newestPayment(services, shop.customerId));
}

const refund = (amount?: number): Promise<Stripe.Refund> =>
  services.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
const credit = (amount: number, way: Partial<Stripe.CreditNoteCreateParams>): Promise<Stripe.CreditNote> =>
  services.stripe.creditNotes.create({
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[1]?.id ?? '', amount }],
    ...way,
  });
const disputeId = async (): Promise<string> =>
  (await services.stripe.disputes.list({ payment_intent })).data[0]?.id ?? '';
const answer = async (uncategorized_text: string) =>
  services.stripe.disputes.update(await disputeId(), { evidence: { uncategorized_text } });

const shown = async (): Promise<ExplainedDocument> => {
  const request = { method: 'GET' as const, path: '/api', params: { id: invoice.id } };
  return (await owner.browser.send(getDocument, request)).body as unknown as ExplainedDocument;
};
const receipt = async (): Promise<unknown> => {
  const body = { addressee: '青山商会', proviso: '利用料として' };
  const request = { method: 'POST' as const, path: '/api', params: { id: invoice.id }, body };
  const { status, body: response } = await owner.browser.send(issueReceipt, request);
  return response['code'] ?? status;
};
/** What the column of payments in the index of an export adds up to, and the invoice's state there. */
const exported = async (): Promise<[number, string]> => {
  const rows = readCsv(indexFile((await searchDocuments(owner.userId, {})).items).toString('utf8')).slice(1);
  const of = rows.find((row) => row[1] === invoice.number);
  return [sum(rows.map((row) => Number(row[12]))), of?.[8] ?? ''];
};
/** What the staff were told of money that went back. */
const told = (): string[] => services.toldStaff().filter((text) => text.includes('Refunds and disputes'));
/** The time passes, and what is due by then is done. */
async function pass(milliseconds: number): Promise<void> {
  services.clock.advance(milliseconds);
  await services.emulator.tick();
  await doTasks();
}

test('a part is refunded: the payment says so, the export has what is left, no receipt until its note', async () => {
  await paidWith();
  await deliverEvents(services);
  expect(await receipt()).toBe(200);
  await refund(10_000);
  await deliverEvents(services);
  expect(await shown()).toMatchObject({ mark: 'part-refunded', returned: 10_000, credited: 0, receipts: null });
  const documents = (await owner.browser.get(listDocuments)).body['documents'];
  expect(documents).toMatchObject([{ id: invoice.id, state: 'paid', mark: 'part-refunded' }]);
  expect(await receipt()).toBe('DOCUMENT_RETURNING');
  expect(await exported()).toEqual([17_500, '一部返金']);
});

test('all is refunded: no receipt, and nothing is left in the export', async () => {
  await paidWith();
  await refund();
  await deliverEvents(services);
  expect(await shown()).toMatchObject({ mark: 'refunded', returned: 27_500 });
  expect(await receipt()).toBe('DOCUMENT_CREDITED');
  expect(await exported()).toEqual([0, '返金済み']);
});

test('a refund without a note: the staff are asked after an hour and each week, until the note links it', async () => {
  await paidWith();
  const { id } = await refund(10_000);
  await deliverEvents(services);
  await deliverEvents(services, { again: true });
  await doTasks();
  expect(told()).toEqual([]);
  await pass(hour);
  expect(told()).toEqual([expect.stringMatching(/適格返還請求書の交付が必要です[^]*返金額: 10,000円/)]);
  expect(told()[0]).toContain(`請求書番号: ${invoice.number}`);
  await pass(7 * 24 * hour);
  expect(told()).toHaveLength(2);
  await credit(10_000, { refunds: [{ refund: id }] });
  await deliverEvents(services);
  expect(await shown()).toMatchObject({ mark: 'part-refunded', credited: 10_000, receipts: { count: 0 } });
  expect((await shown()).returned).toBeUndefined();
  expect(await exported()).toEqual([17_500, '一部返金']);
  await pass(7 * 24 * hour);
  expect(told()).toHaveLength(2);
  expect(await waitingTasks('ask-for-credit-note')).toEqual([]);
});

test('a refund below 10,000 yen: the staff are asked once, without the law’s order', async () => {
  await paidWith();
  await refund(9_999);
  await deliverEvents(services);
  await pass(hour);
  await pass(30 * 24 * hour);
  expect(told()).toEqual([expect.stringContaining('法律上の交付義務はありません')]);
});

test('a credit note that refunds: nobody is asked, and the refund counts once', async () => {
  await paidWith();
  await credit(8_800, { refund_amount: 8_800 });
  await deliverEvents(services);
  await pass(hour);
  expect(told()).toEqual([]);
  expect(await shown()).toMatchObject({ mark: 'part-refunded', credited: 8_800, receipts: { count: 0 } });
  expect(await exported()).toEqual([27_500 - 8_800, '一部返金']);
});

test('a refund that fails at the bank: the mark is gone, and a receipt may be made', async () => {
  await paidWith('pm_card_refundFail');
  await refund();
  await deliverEvents(services);
  expect((await shown()).mark).toBe('refunded');
  await pass(2 * hour);
  await deliverEvents(services);
  expect((await shown()).mark).toBeUndefined();
  expect(await receipt()).toBe(200);
  expect(await exported()).toEqual([27_500, 'お支払い完了']);
});

test('a dispute: the staff hear of it once, with the day for evidence; won, it leaves no mark', async () => {
  await paidWith('pm_card_createDispute');
  await deliverEvents(services);
  await deliverEvents(services, { again: true });
  expect(await shown()).toMatchObject({ mark: 'disputed', receipts: null });
  expect(await receipt()).toBe('DOCUMENT_RETURNING');
  expect(await exported()).toEqual([27_500, '異議申し立て中']);
  const { evidence_details: details } = await services.stripe.disputes.retrieve(await disputeId());
  const due = timeInJapan(details.due_by ?? 0);
  expect(told()).toEqual([
    expect.stringMatching(new RegExp(`異議申し立て[^]*証拠の提出期限: ${due}（日本時間）\n金額: 27,500円`)),
  ]);
  await answer('winning_evidence');
  await deliverEvents(services);
  expect((await shown()).mark).toBeUndefined();
  expect(await receipt()).toBe(200);
  expect(told()).toHaveLength(1);
});

test('an inquiry becomes a dispute: the staff are told the new day for evidence', async () => {
  await paidWith('pm_card_createDisputeInquiry');
  await deliverEvents(services);
  await pass(3 * 24 * hour);
  await answer('escalate_inquiry_evidence');
  await deliverEvents(services);
  await deliverEvents(services, { again: true });
  expect((await shown()).mark).toBe('disputed');
  const days = told().map((text) => /証拠の提出期限: (.*)（/.exec(text)?.[1]);
  expect(new Set(days).size).toBe(2);
  expect(days).toHaveLength(2);
});

test('a dispute that is lost is money that went back, and asks for no credit note', async () => {
  await paidWith('pm_card_createDispute');
  await deliverEvents(services);
  await answer('losing_evidence');
  await deliverEvents(services);
  expect(await shown()).toMatchObject({ mark: 'refunded', returned: 27_500 });
  expect(await receipt()).toBe('DOCUMENT_CREDITED');
  expect(await exported()).toEqual([0, '返金済み']);
  expect(await waitingTasks('ask-for-credit-note')).toEqual([]);
});

test('the webhook missed a dispute: the list of missed events finds it', async () => {
  await paidWith('pm_card_createDispute');
  const missed = ({ type }: Stripe.Event): boolean => type.startsWith('charge.');
  for await (const event of services.stripe.events.list({ limit: 100 }))
    if (!missed(event)) await deliverEvent(services, event);
  await readMissedEvents(services.clock.now() + hour);
  await doTasks();
  expect((await shown()).mark).toBe('disputed');
  services.clock.advance(hour);
  services.operations.length = 0;
  await readMissedEvents(services.clock.now() + hour);
  expect(services.operations.filter((one) => one.includes('/v1/events'))).toHaveLength(1);
});

test('a payment of a deleted shop is refunded: its document says so, and the note is asked for', async () => {
  await paidWith();
  await services.stripe.customers.update(shop.customerId, { metadata: { サロン名: '青山サロン' } });
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  await deliverEvents(services);
  const params = { customerId: shop.customerId };
  expect((await owner.browser.delete(deleteShop, { params })).status).toBe(200);
  await refund(10_000);
  await deliverEvents(services);
  expect(await shown()).toMatchObject({ mark: 'part-refunded', returned: 10_000, storeName: '青山サロン' });
  expect((await services.userItems(owner)).snapshots).toEqual([]);
  await pass(hour);
  expect(told()).toEqual([expect.stringContaining('返金額: 10,000円')]);
});

test('an invoice of former times is read for the first time: its refunds are shown, and nobody is asked', async () => {
  await paidWith();
  await refund(10_000);
  services.clock.advance(40 * 24 * hour);
  await indexDocuments(owner.userId, shop.customerId, [invoice.id]);
  expect((await shown()).mark).toBe('part-refunded');
  expect(await waitingTasks('ask-for-credit-note')).toEqual([]);
});

test('a payment without an invoice is refunded: nothing follows', async () => {
  await paidWith();
  await deliverEvents(services);
  const { id } = await services.stripe.paymentIntents.create({
    amount: 500,
    currency: 'jpy',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await services.stripe.refunds.create({ payment_intent: id });
  await deliverEvents(services);
  expect((await searchDocuments(owner.userId, {})).items).toHaveLength(1);
});

test('the credit notes cannot be read: what went back shows all the same', async () => {
  await paidWith();
  await credit(8_800, { refund_amount: 8_800 });
  services.inject((one, operation) => (one === 'stripe' && operation.includes('credit_notes') ? 'down' : 'pass'));
  for await (const event of services.stripe.events.list({ type: 'charge.refunded' }))
    await deliverEvent(services, event);
  services.clearFaults();
  expect(await shown()).toMatchObject({ mark: 'part-refunded', credited: 8_800 });
  expect((await shown()).returned).toBeUndefined();
});

/** Ways in which staff give money back, with or without its paper. */
const ways = fc.array(
  fc.record({
    amount: fc.integer({ min: 100, max: 3_000 }),
    way: fc.constantFrom('alone', 'refund_amount', 'credit_amount', 'linked', 'elsewhere'),
  }),
  { minLength: 1, maxLength: 5 },
);

test('whatever goes back in whatever way and order: the export adds up to what the card has paid', async () => {
  await fc.assert(
    fc.asyncProperty(ways, async (steps) => {
      await services.startAfresh();
      await paidWith();
      for (const { amount, way } of steps) {
        if (way === 'alone') await refund(amount);
        else if (way === 'linked') await credit(amount, { refunds: [{ refund: (await refund(amount)).id }] });
        else if (way === 'elsewhere') {
          await refund(amount);
          await credit(amount, { out_of_band_amount: amount });
        } else await credit(amount, { [way]: amount });
      }
      await deliverEvents(services);
      const refunds = await services.stripe.refunds.list({ payment_intent, limit: 100 });
      const back = sum(refunds.data.map(({ amount }) => amount));
      expect((await exported())[0]).toBe(27_500 - back);
      expect((await shown()).mark).toBe(back === 0 ? undefined : 'part-refunded');
      const alone = sum(steps.map(({ amount, way }) => (way === 'alone' ? amount : 0)));
      expect((await shown()).returned ?? 0).toBe(alone);
    }),
    { numRuns: 6 },
  );
});
