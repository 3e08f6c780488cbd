import type { Stripe } from 'stripe';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, newestPayment, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { getDocument } from './calls';
import { indexDocuments } from './index-documents';

/** What the staff hear of a refund that fails after its credit note: told wrongly, the money would go back twice. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;
let invoice: Stripe.Invoice;
let payment_intent: string;

async function paidWith(card: string): Promise<void> {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3, card });
  ({ invoice, payment_intent } = await newestPayment(services, shop.customerId));
}

const refund = (amount: number): Promise<Stripe.Refund> => services.stripe.refunds.create({ payment_intent, amount });
const credit = (amount: number, way: Partial<Stripe.CreditNoteCreateParams>): Promise<Stripe.CreditNote> =>
  services.stripe.creditNotes.create({
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[1]?.id ?? '', amount }],
    ...way,
  });
const shown = async () =>
  (await owner.browser.send(getDocument, { method: 'GET', path: '/api', params: { id: invoice.id } })).body;
const told = (): string[] => services.toldStaff().filter((text) => text.includes('返金が失敗しました'));
/** The invoice is read again, without an event. */
async function readAgain(): Promise<void> {
  services.clock.advance(60_000);
  await indexDocuments(owner.userId, shop.customerId, [invoice.id]);
  await doTasks();
}
/** The bank refuses what it was given. */
async function letPass(): Promise<void> {
  services.clock.advance(2 * 60 * 60_000);
  await services.emulator.tick();
}
async function letFail(): Promise<void> {
  await letPass();
  await deliverEvents(services);
}

test('the staff hear of it once, and of the next one that fails; one that goes through needs no note', async () => {
  await paidWith('pm_card_refundFail');
  const { refunds } = await credit(8_800, { refund_amount: 8_800 });
  await letFail();
  await deliverEvents(services, { again: true });
  await doTasks();
  const text = /返金が失敗しました[^]*まだ返していなければ[^]*返金額: 8,800円\n返金ID: (.*)\n/;
  expect(told().map((message) => text.exec(message)?.[1])).toEqual([refunds[0]?.refund]);
  const { id } = await refund(8_800);
  await deliverEvents(services);
  await doTasks();
  expect(await shown()).toMatchObject({ mark: 'part-refunded', credited: 8_800 });
  expect([(await shown())['returned'], told().length]).toEqual([undefined, 1]);
  await letFail();
  await readAgain();
  expect(told().map((message) => text.exec(message)?.[1])).toEqual([refunds[0]?.refund, id]);
});

test('its notes cannot be read once: the staff hear of it no second time', async () => {
  await paidWith('pm_card_refundFail');
  await credit(8_800, { refund_amount: 8_800 });
  await letFail();
  services.inject((_, operation) => (operation === 'GET /v1/credit_notes' ? 'down' : 'pass'));
  await readAgain();
  services.clearFaults();
  await readAgain();
  expect(told()).toHaveLength(1);
});

test.each([
  ['another refund', () => refund(8_800)],
  ['a later note of money that went back elsewhere', () => credit(8_800, { out_of_band_amount: 8_800 })],
])('%s covers it: the staff hear of nothing', async (_what, cover) => {
  await paidWith('pm_card_refundFail');
  await credit(8_800, { refund_amount: 8_800 });
  await letPass();
  await cover();
  await deliverEvents(services);
  await doTasks();
  expect(told()).toEqual([]);
});

test('two of them, and a part was given back since: only what is missing is told', async () => {
  await paidWith('pm_card_refundFail');
  await credit(4_400, { refund_amount: 4_400 });
  await letFail();
  await credit(3_300, { refund_amount: 3_300 });
  await letPass();
  await refund(5_500);
  await deliverEvents(services);
  await doTasks();
  expect(told().map((message) => /返金額: (.*)円/.exec(message)?.[1])).toEqual(['4,400', '2,200']);
});

test('a credit note refunds while the invoice is read: no refund is taken for one that failed', async () => {
  await paidWith('pm_card_visa');
  await credit(4_400, { refund_amount: 4_400 });
  await deliverEvents(services);
  let made = false;
  services.inject(async (_, operation) => {
    if (made || operation !== 'GET /v1/credit_notes') return 'pass' as const;
    made = true;
    await credit(4_400, { refund_amount: 4_400 });
    return 'pass' as const;
  });
  await readAgain();
  services.clearFaults();
  await deliverEvents(services);
  expect([made, told()]).toEqual([true, []]);
});
