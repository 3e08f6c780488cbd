import type { Stripe } from 'stripe';
import { lateCharge } from '#shared/model/late-charge';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { deliverEvent, newestEvent } from '../../testing/deliver-events';
import { createSubscribedShop, setCard, startOfYear, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { renewSnapshot } from '../shops/renew-snapshot';
import { previewQuantities } from '../quantities/preview-quantities';

const services = testServices(startPaymentServices);
const day = 86_400_000;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  process.env['CHARGES_LATE'] = 'true';
  owner = await services.createOwner();
  startOfYear(services);
});
afterEach(() => void delete process.env['CHARGES_LATE']);

const advance = async (days: number): Promise<void> => {
  services.clock.advance(days * day);
  await services.emulator.tick();
};
const newestInvoice = async (): Promise<Stripe.Invoice | undefined> =>
  (await services.stripe.invoices.list({ subscription: shop.subscriptionId, limit: 1 })).data[0];
const items = async (): Promise<Stripe.InvoiceItem[]> =>
  (await services.stripe.invoiceItems.list({ customer: shop.customerId })).data;

/** A renewal of 15 February whose card fails, paid `days` days later. */
async function payLate(days: number): Promise<Stripe.Invoice> {
  shop = await createSubscribedShop(services, owner, { total: 4 });
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await advance(31);
  await advance(days);
  const open = await newestInvoice();
  await setCard(services, shop.customerId, 'pm_card_visa');
  return services.stripe.invoices.pay(open?.id ?? '');
}
/** Delivers the newest event that an invoice was paid, under its own id or another one. */
async function deliver(eventId?: string): Promise<number> {
  const event = await newestEvent(services, 'invoice.paid');
  return (await deliverEvent(services, { ...event, id: eventId ?? event.id })).status;
}

test('paid ten days late: the next invoice has 0.04 % a day, untaxed, beside the month itself', async () => {
  const paid = await payLate(10);
  expect(await deliver()).toBe(200);
  await advance(31);
  const next = await newestInvoice();
  expect([paid.total, next?.total]).toEqual([36_300, 36_300 + 145]);
  const line = next?.lines.data.find(({ metadata }) => metadata['lateChargeOf'] === paid.id);
  expect(line).toMatchObject({ amount: 145, discountable: false });
  expect(line?.description).toMatch(/^遅延損害金（\d{4}年2月15日ご請求分、10日、年14.6%）$/);
  expect(next?.total_taxes?.map(({ amount, taxable_amount: base }) => [amount, base])).toEqual([
    [0, 145],
    [3_300, 33_000],
  ]);
});

test('the event twice, again under other ids at once, and days later: one charge', async () => {
  await payLate(10);
  expect(await deliver()).toBe(200);
  expect(await deliver()).toBe(200);
  const responses = await Promise.all(['evt_1', 'evt_2', 'evt_3'].map(deliver));
  expect(responses.every((status) => status === 200)).toBe(true);
  await advance(2); // Stripe has forgotten the idempotency key
  expect(await deliver('evt_4')).toBe(200);
  await advance(40); // the charge stands on an invoice
  expect(await deliver('evt_5')).toBe(200);
  expect(await items()).toHaveLength(1);
});

test.each(['down', 'lost', 'busy'] as const)(
  'making the charge is %s: the event is refused, and one charge stands when it comes again',
  async (fault) => {
    await payLate(10);
    services.inject((service, operation) =>
      service === 'stripe' && operation === 'POST /v1/invoiceitems' ? fault : 'pass',
    );
    expect(await deliver()).toBe(503);
    services.clearFaults();
    await advance(2);
    expect(await deliver()).toBe(200);
    expect(await items()).toHaveLength(1);
  },
);

test('a late charge that is itself paid late bears no charge', async () => {
  await payLate(10);
  await deliver();
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await advance(31);
  await advance(10);
  const open = await newestInvoice();
  expect(open?.total).toBe(36_445);
  await setCard(services, shop.customerId, 'pm_card_visa');
  await services.stripe.invoices.pay(open?.id ?? '');
  await deliver();
  // 23 days of 36,300 yen, not of 36,445
  expect((await items()).map(({ amount }) => amount)).toEqual([333, 145]);
});

test('so many lines beside it that it is not among the first ten: a late charge bears no charge', async () => {
  await payLate(10);
  await deliver();
  await advance(1);
  const bill = { customer: shop.customerId, subscription: shop.subscriptionId, amount: 100, currency: 'jpy' };
  for (let item = 0; item < 12; item += 1)
    await services.stripe.invoiceItems.create({ ...bill, description: `点検${item}` });
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await advance(30);
  await advance(10);
  const open = await newestInvoice();
  expect(open?.total).toBe(36_445 + 1_200);
  await setCard(services, shop.customerId, 'pm_card_visa');
  await services.stripe.invoices.pay(open?.id ?? '');
  await deliver();
  // 23 days of 37,500 yen, not of 37,645
  expect((await items()).map(({ amount }) => amount)).toContain(345);
});

test('the screens reckon from what is charged: without an earlier charge, from when the card was tried', async () => {
  await payLate(10);
  await deliver();
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await advance(31);
  const { id } = (await newestInvoice()) ?? { id: '' };
  await advance(10);
  const record = await renewSnapshot(owner.userId, shop.customerId);
  const shown = record?.payment_history.find((one) => one.id === id);
  expect([shown?.amount, shown?.late?.amount]).toEqual([36_445, 36_300]);
  expect(record?.payment_history.filter((one) => one.id !== id && one.late)).toEqual([]);
  await setCard(services, shop.customerId, 'pm_card_visa');
  const { status_transitions: at } = await services.stripe.invoices.pay(id);
  await deliver();
  const late = shown?.late ?? { amount: 0, since: 0 };
  expect((await items())[0]?.amount).toBe(lateCharge(late.amount, late.since, at.paid_at ?? 0));
});

test('paid on the day it was due, or a first invoice: nothing', async () => {
  await payLate(0);
  expect(await deliver()).toBe(200);
  expect(await items()).toEqual([]);
});

test('a stage that does not charge: nothing, and Stripe is not asked about the invoice', async () => {
  delete process.env['CHARGES_LATE'];
  await payLate(10);
  services.operations.length = 0;
  expect(await deliver()).toBe(200);
  expect(await items()).toEqual([]);
  expect(services.operations).not.toContain('stripe GET /v1/invoices/{invoice}');
});

test('the subscription has ended: there is no next invoice, and nothing is charged', async () => {
  await payLate(10);
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  expect(await deliver()).toBe(200);
  expect(await items()).toEqual([]);
});

test('previews: the next invoice has the charge, the monthly price does not; an increase includes it', async () => {
  await payLate(10);
  await deliver();
  const { data } = (await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items;
  const quantities = (second: number) => ({
    quantities: Object.fromEntries(data.map(({ id }, index) => [id, index === 0 ? 1 : second])),
    total: 1 + second,
  });
  const fewer = await previewQuantities(shop.subscriptionId, quantities(2));
  expect([fewer.nextInvoice.amount, fewer.monthly.total]).toEqual([27_500 + 145, 27_500]);
  expect(fewer.monthly.lines.map(({ amount }) => amount)).toEqual([9_900, 17_600]);
  const more = await previewQuantities(shop.subscriptionId, { ...quantities(3), total: 5 });
  expect(more.dueNowLines.find(({ description }) => description.startsWith('遅延損害金'))?.amount).toBe(145);
  expect(more.dueNow).toBe(more.dueNowLines.reduce((sum, { amount }) => sum + amount, 0));
  expect([more.nextInvoice.amount, more.monthly.total]).toEqual([45_100, 45_100]);
});
