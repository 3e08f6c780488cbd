import type { Stripe } from 'stripe';
import type { ShopRecord } from '#shared/model/customer';
import type { Arrangement } from '#shared/model/subscription';
import { cancelSubscription, previewEnding, setAutoRenewal } from '#functions/endings/calls';
import { endOverdueSubscriptions } from '#functions/endings/dunning';
import { getNextInvoice, issueReceipt } from '#functions/documents/calls';
import { previewQuantities, changeQuantities } from '#functions/quantities/calls';
import { planEnd } from './live-subscription';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { paySubscription } from './calls';
import { readSnapshot } from '#functions/shops/shops-table';

const services = testServices(() => startPaymentServices({}, { mails: true }));
let owner: ShopOwner;
let shop: SubscribedShop;
const day = 86_400_000;
beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
  await deliverEvents(services);
});

const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const newest = async (): Promise<Stripe.Invoice> =>
  (await services.stripe.invoices.list({ customer: shop.customerId, limit: 1 })).data[0] as Stripe.Invoice;
async function record(): Promise<ShopRecord> {
  await deliverEvents(services);
  const kept = await readSnapshot(owner.userId, shop.customerId);
  if (!kept) throw new Error('The shop has no snapshot');
  return kept.record;
}
async function pass(days: number): Promise<void> {
  services.clock.advance(days * day);
  await services.emulator.tick();
}
/** Every other day has its run. */
async function runFor(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 2) {
    await endOverdueSubscriptions();
    await doTasks();
    await pass(2);
  }
}
const ask = (call: Parameters<typeof owner.browser.send>[0], body?: object, id = shop.subscriptionId) =>
  owner.browser.send(call, {
    method: body ? 'POST' : 'GET',
    path: '/api',
    params: { id },
    ...(body && { body, headers: { 'idempotency-key': `the-key-of-this-form-${services.clock.now()}` } }),
  });
const pay = () => ask(paySubscription, {});
const raise = () => ask(changeQuantities, { quantities: {}, total: 3 });

const arranging: Record<Arrangement, () => Promise<unknown>> = {
  scheduled: () => services.stripe.subscriptionSchedules.create({ from_subscription: shop.subscriptionId }),
  uncollected: () =>
    services.stripe.subscriptions.update(shop.subscriptionId, { pause_collection: { behavior: 'void' } }),
  invoiced: () =>
    services.stripe.subscriptions.update(shop.subscriptionId, {
      collection_method: 'send_invoice',
      days_until_due: 14,
    }),
};
const all = Object.entries(arranging) as [Arrangement, () => Promise<unknown>][];
const refusedSo = {
  status: 409,
  body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE', message: expect.stringContaining('担当者が管理') },
};

test.each(all)('%s: read with the event, quantities are refused with whom to ask, and stay', async (name, arrange) => {
  await arrange();
  expect((await record()).subscriptions[0]).toMatchObject({ status: 'active', arrangement: name });
  expect(await raise()).toMatchObject(refusedSo);
  expect(await ask(previewQuantities, { quantities: {}, total: 3 })).toMatchObject(refusedSo);
  expect((await live()).items.data.map(({ quantity }) => quantity)).toEqual([1, 1]);
});

test.each<[Arrangement, number]>([
  ['scheduled', 0],
  ['uncollected', 0],
  ['invoiced', 18_700],
])('%s: only what Stripe will bill is promised', async (name, amount) => {
  await arranging[name]();
  await record();
  expect((await ask(getNextInvoice, undefined, shop.customerId)).body).toMatchObject({ amount });
});

test.each<[Arrangement, number, string[]]>([
  ['scheduled', 409, ['now']],
  ['uncollected', 200, ['renewal', 'now']],
  ['invoiced', 200, ['renewal', 'now']],
])(
  '%s: the renewal can be switched off as Stripe allows; an end at once is always possible',
  async (name, status, ways) => {
    await arranging[name]();
    const shown = (await ask(previewEnding)).body as { ways: { way: string }[] };
    expect(shown.ways.map(({ way }) => way)).toEqual(ways);
    expect((await ask(setAutoRenewal, { autoRenewal: false })).status).toBe(status);
    expect((await ask(cancelSubscription, {})).status).toBe(200);
    expect((await live()).status).toBe('canceled');
  },
);

test('a schedule that came in between: a refusal that says whom to ask, and no error of the server', async () => {
  await arranging.scheduled();
  await expect(
    planEnd(shop.subscriptionId, Math.floor(services.clock.now() / 1000) + 86_400, {}),
  ).rejects.toMatchObject({
    code: 'SUBSCRIPTION_NOT_CHANGEABLE',
    message: expect.stringContaining('担当者'),
  });
});

describe('a payment is late', () => {
  beforeEach(async () => {
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    await pass(32);
    expect((await live()).status).toBe('past_due');
  });
  const pause = () =>
    services.stripe.subscriptions.pause(shop.subscriptionId, { bill_for: { unused_time_from: { type: 'none' } } });

  /** What was mailed but the confirmation of the order. */
  const late = () => services.mailed().filter((subject) => !subject.includes('お申し込み'));

  test.each([...all, ['paused', pause] as const])('%s: no notice and no end, while it is so', async (name, arrange) => {
    await arrange();
    await record();
    // The schedule is released at the end of the period.
    await runFor(name === 'scheduled' ? 26 : 60);
    expect(late()).toEqual([]);
    expect(await live()).toMatchObject({ cancel_at: null, ended_at: null });
  });

  test('paused: what is open is shown, paid with another card, and it stays paused', async () => {
    await pause();
    const { subscriptions, payment_history: payments } = await record();
    expect(subscriptions[0]?.status).toBe('paused');
    expect(payments[0]).toMatchObject({ status: 'failed', amount: 18_700 });
    await setCard(services, shop.customerId, 'pm_card_visa');
    expect(await pay()).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 18_700 } } });
    expect((await live()).status).toBe('paused');
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
  });

  test('written off: nothing is to pay, and nothing else is refused for it', async () => {
    await services.stripe.invoices.markUncollectible((await newest()).id);
    const { subscriptions, payment_history: payments } = await record();
    expect([subscriptions[0]?.status, payments[0]?.status]).toEqual(['active', 'canceled']);
    await setCard(services, shop.customerId, 'pm_card_visa');
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
    expect((await raise()).status).toBe(200);
    await runFor(60);
    expect((await live()).status).toBe('active');
  });

  test('collection resumes: the late payment has its notices again', async () => {
    await arranging.uncollected();
    await runFor(60);
    await services.stripe.subscriptions.update(shop.subscriptionId, { pause_collection: '' });
    await endOverdueSubscriptions();
    await doTasks();
    expect(late()).toEqual([expect.stringContaining('お支払いが確認できていません')]);
  });
});

test('an invoice that is sent: open until its due date, late after it, with the late charge from there', async () => {
  await arranging.invoiced();
  await pass(40);
  expect((await record()).payment_history[0]).toMatchObject({ status: 'pending' });
  expect(await pay()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
  await pass(7);
  const { due_date: since } = await newest();
  const { subscriptions, payment_history: payments } = await record();
  expect(subscriptions[0]?.status).toBe('past_due');
  expect(payments[0]).toMatchObject({ status: 'failed', late: { amount: 18_700, since } });
  await services.stripe.invoices.pay((await newest()).id, { paid_out_of_band: true });
  const paid = await record();
  expect([paid.subscriptions[0]?.status, paid.payment_history[0]?.status]).toEqual(['active', 'paid']);
  expect((await ask(issueReceipt, { addressee: '青山店', proviso: '利用料' }, (await newest()).id)).status).toBe(200);
});
