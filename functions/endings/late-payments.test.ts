import { trialDays } from '#shared/model/pricing';
import { takeLease } from '#functions/platform/leases';
import { createShopWithSubscription } from '#functions/openings/calls';
import { monthsLater } from '#shared/model/japan-time';
import { refreshShop } from '#functions/shops/refresh-shop';
import { paySubscription } from '#functions/billing/calls';
import { setAutoRenewal } from './calls';
import { deliverEvents } from '#functions/testing/deliver-events';
import { giveShop } from '#functions/testing/shops';
import { listNotices } from '#functions/testing/notices';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { saveTrialCard } from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';
import { listDunning } from '#functions/billing/dunning-table';
import { lateMails } from '#functions/testing/late-mails';
import { continueDunning } from './dunning';
import { readTask } from '#functions/platform/tasks';

const services = testServices(() => startPaymentServices({}, { mails: true }));
let owner: ShopOwner;
let customerId: string;
let subscriptionId: string;

const hour = 3_600_000;
const day = 24 * hour;
const { mails, told, doWork, runDay } = lateMails(services);
const waiting = () => readTask({ kind: 'dunning', id: subscriptionId });
const live = () => services.stripe.subscriptions.retrieve(subscriptionId);
const status = async () => (await live()).status;
const plannedEnd = async () => (await live()).cancel_at;
const advance = async (milliseconds: number) => {
  services.clock.advance(milliseconds);
  await services.emulator.tick();
};
/** The end of the unpaid period. */
let endsAt: number;
const openInvoices = async () =>
  (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data.map(({ id }) => id);
/** Every day has its run, until so many days before the end. */
async function runUntil(left: number) {
  while (services.clock.now() < endsAt * 1000 - left * day) {
    await runDay();
    await advance(day);
  }
}

beforeEach(async () => {
  owner = await services.createOwner();
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 2 }));
  customerId = String(body['customerId']);
  subscriptionId = String(body['subscriptionId']);
  await saveTrialCard(services, body, '4000000000000341');
  await advance(trialDays * day + 2 * hour); // the trial ended, and the first charge failed an hour later
  expect(await status()).toBe('past_due');
  endsAt = (await live()).items.data[0]?.current_period_end ?? 0;
  mails.length = 0;
  services.operations.length = 0;
});

const payNow = async () => {
  const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  for (const invoice of (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data)
    await services.stripe.invoices.pay(invoice.id, { payment_method: card.id });
};

test('never paid: notices at first, 14 and 5 days before the end, and then; it owes what they said', async () => {
  for (let index = 0; index < 34; index += 1) {
    await runDay();
    expect(await status()).toBe(services.clock.now() >= endsAt * 1000 ? 'canceled' : 'past_due');
    await advance(day);
  }
  expect(told()).toEqual(['payment-overdue', 'ends-in-two-weeks', 'ends-soon', 'contract-ended']);
  for (const { subscription } of mails)
    expect(subscription).toEqual({ id: subscriptionId, customerId, shopName: '青山店', owed: 18_700, endsAt });
  const { data } = await services.stripe.invoices.list({ subscription: subscriptionId });
  expect(data.map(({ status: state, amount_remaining: left }) => [state, left])).toEqual([
    ['open', 18_700],
    ['paid', 0],
  ]);
  expect((await live()).ended_at).toBe(endsAt);
  const { snapshots } = await services.userItems(owner);
  expect(snapshots[0]?.record.subscriptions[0]?.status).toBe('canceled');
  expect(await listDunning()).toEqual([]);
});

test('the end is told once it came, without a run of the day; Stripe’s events add nothing', async () => {
  await runUntil(2);
  expect(await plannedEnd()).toBe(endsAt);
  await advance(3 * day);
  await deliverEvents(services);
  expect(services.mailed().slice(-2)).toEqual([
    expect.stringContaining('まもなくご契約が終了します'),
    expect.stringContaining('ご契約が終了しました'),
  ]);
  expect(await runDay()).toEqual({ late: 1, told: [] });
  expect(await listNotices(0)).toEqual([]);
});

describe('mails cannot go out', () => {
  const mailsFail = () => services.inject((service) => (service === 'ses' ? 'down' : 'pass'));

  test('for a week before the end: no end, and the next period’s has all its notices', async () => {
    await runUntil(7);
    mailsFail();
    await runUntil(0);
    services.clearFaults();
    await advance(2 * hour);
    expect([await status(), await plannedEnd()]).toEqual(['past_due', null]);
    expect(told()).not.toContain('ends-soon');
    const missed = endsAt;
    endsAt = monthsLater(missed, 1);
    await runUntil(-1);
    expect(told().slice(-3)).toEqual(['ends-in-two-weeks', 'ends-soon', 'contract-ended']);
    expect((await live()).ended_at).toBe(endsAt);
    expect(mails.at(-1)?.subscription).toMatchObject({ owed: 2 * 18_700, endsAt });
    expect(mails.at(-2)?.subscription).toMatchObject({ owed: 2 * 18_700, endsAt });
    expect(await openInvoices()).toHaveLength(2);
  });

  test('until three days before the end: the end is planned only then', async () => {
    await runUntil(5);
    mailsFail();
    await runDay();
    expect(await plannedEnd()).toBeNull();
    await advance(day);
    await runDay();
    expect(await plannedEnd()).toBeNull();
    services.clearFaults();
    await advance(hour);
    await doWork();
    expect(told().at(-1)).toBe('ends-soon');
    expect(endsAt * 1000 - services.clock.now()).toBeGreaterThanOrEqual(3 * day);
    expect(await plannedEnd()).toBe(endsAt);
  });
});

test('the owner is paying in the portal: nothing is planned', async () => {
  await runUntil(5);
  const lease = await takeLease(owner.userId, customerId, hour);
  await runDay();
  expect([told().at(-1), await plannedEnd()]).toEqual(['ends-soon', null]);
  expect(await waiting()).toBeDefined();
  await payNow();
  await lease?.[Symbol.asyncDispose]();
  await advance(11_000);
  expect(await runDay()).toMatchObject({ told: [] });
  expect(await waiting()).toBeUndefined();
  expect(await plannedEnd()).toBeNull();
});

describe('paid after the last notice: the end is taken back, and the owner hears of no end', () => {
  beforeEach(async () => {
    await runUntil(2);
    expect(await plannedEnd()).toBe(endsAt);
    owner = await services.createOwner();
    await giveShop(owner.userId, customerId);
    await refreshShop(owner.userId, customerId);
    await deliverEvents(services);
    await advance(endsAt * 1000 - services.clock.now() - 2 * hour);
  });
  afterEach(async () => {
    expect(await plannedEnd()).toBeNull();
    await advance(3 * hour);
    expect(await status()).toBe('active');
    expect(await runDay()).toMatchObject({ told: [] });
    expect((await listNotices(0)).filter(({ kind }) => kind !== 'ordered')).toEqual([]);
    expect(told()).toEqual(['payment-overdue', 'ends-in-two-weeks', 'ends-soon']);
    expect(await listDunning()).toEqual([]);
  });

  const send = (call: typeof paySubscription, body?: unknown) =>
    owner.browser.send(call, { method: 'POST', path: '/api', params: { id: subscriptionId }, body });
  const giveGoodCard = async () => {
    const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
    await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: card.id });
  };

  test('in the portal, two hours before the end: at once; until then the renewal cannot be switched on', async () => {
    expect(await send(setAutoRenewal, { autoRenewal: true })).toMatchObject({
      status: 409,
      body: { code: 'SUBSCRIPTION_OVERDUE' },
    });
    await giveGoodCard();
    await advance(1_000);
    expect(await send(paySubscription)).toMatchObject({
      status: 200,
      body: { charge: { amount: 18_700 }, shop: { subscriptions: [{ status: 'active', ends_at: null }] } },
    });
    await doWork();
  });

  test('at Stripe: with its event', async () => {
    await giveGoodCard();
    await payNow();
    await deliverEvents(services);
    await doWork();
    expect(await plannedEnd()).toBeNull();
  });
});

test('its owner has switched the renewal off: that end stays when the debt is paid', async () => {
  await services.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  await runUntil(2);
  expect(told()).toEqual(['payment-overdue', 'ends-in-two-weeks', 'ends-soon']);
  await payNow();
  await runDay();
  expect(await plannedEnd()).toBe(endsAt);
});

test('its owner ends it before: that has a notice of its own', async () => {
  await runUntil(2);
  await services.stripe.subscriptions.cancel(subscriptionId);
  await refreshShop(owner.userId, customerId);
  await doWork();
  expect(told().at(-1)).toBe('ended');
  expect(await runDay()).toMatchObject({ told: [] });
});

test('paid: no notice and no end', async () => {
  await runDay();
  await payNow();
  expect(await runDay()).toEqual({ late: 1, told: [] });
  await advance(27 * day);
  await runDay();
  expect(told()).toEqual(['payment-overdue']);
  expect(await status()).toBe('active');
  expect(await listDunning()).toEqual([]);
});

test('a payment is late again: the notices start again', async () => {
  await runDay();
  await payNow();
  await runDay();
  const failing = await services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
  await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: failing.id });
  await advance(31 * day);
  expect(await status()).toBe('past_due');
  expect(await runDay()).toMatchObject({ told: ['payment-overdue'] });
});

test('the next renewal was paid, the older invoice is still open: it ends with the period that was paid', async () => {
  // Stripe's tries are used up before the owner enters a good card.
  const [oldest = ''] = await openInvoices();
  await services.stripe.invoices.update(oldest, { auto_advance: false });
  const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: card.id });
  await advance(32 * day);
  expect([await status(), await openInvoices()]).toEqual(['active', [oldest]]);
  endsAt = (await live()).items.data[0]?.current_period_end ?? 0;
  await runUntil(-1);
  expect((await live()).ended_at).toBe(endsAt);
  expect(await openInvoices()).toEqual([oldest]);
  expect(told()).toEqual(['payment-overdue', 'ends-in-two-weeks', 'ends-soon', 'contract-ended']);
  for (const { subscription } of mails) expect(subscription).toMatchObject({ owed: 18_700, endsAt });
});

test('two deliveries at once: one notice', async () => {
  await Promise.all([continueDunning({ subscriptionId }), continueDunning({ subscriptionId })]);
  await doWork();
  expect(told()).toEqual(['payment-overdue']);
});

test('a subscription of a customer who belongs to no user: it is left alone', async () => {
  const customer = await services.stripe.customers.create({});
  const [price] = (await services.stripe.prices.list({ limit: 1 })).data;
  const foreign = await services.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? '' }],
    trial_period_days: 1,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
  });
  await advance(2 * day);
  expect((await services.stripe.subscriptions.retrieve(foreign.id)).status).toBe('past_due');
  expect(await runDay()).toMatchObject({ late: 2, told: ['payment-overdue'] });
  await runUntil(-1);
  expect(await services.stripe.subscriptions.retrieve(foreign.id)).toMatchObject({
    status: 'past_due',
    cancel_at: null,
  });
});

test.each(['down', 'lost'] as const)(
  'Stripe is %s when the end is planned: its task waits, and plans it later',
  async (fault) => {
    await runUntil(5);
    services.inject((service, operation) =>
      service === 'stripe' && operation.startsWith('POST /v1/subscriptions/') ? fault : 'pass',
    );
    await runDay();
    expect(await waiting()).toBeDefined();
    services.clearFaults();
    expect(await plannedEnd()).toBe(fault === 'lost' ? endsAt : null);
    await advance(11_000);
    await runDay();
    expect(await waiting()).toBeUndefined();
    expect(await plannedEnd()).toBe(endsAt);
    expect(told().filter((kind) => kind === 'ends-soon')).toHaveLength(1);
  },
);
