import type { Stripe } from 'stripe';
import {
  customerWithCard,
  idOf,
  makeCatalogue,
  openTestAccount,
  startTime,
  type TestAccount,
} from '../testing/test-account';

let account: TestAccount;
let prices: Awaited<ReturnType<typeof makeCatalogue>>;
beforeEach(async () => {
  account = await openTestAccount();
  prices = await makeCatalogue(account.stripe);
});
afterEach(() => account.close());

const day = 86_400;
const start = startTime / 1000;
const create = (customer: string, more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Stripe.Subscription> =>
  account.stripe.subscriptions.create({ customer, items: [{ price: prices.first.id }], ...more });
const get = (id: string): Promise<Stripe.Subscription> => account.stripe.subscriptions.retrieve(id);
const invoices = async (subscription: string): Promise<Stripe.Invoice[]> =>
  (await account.stripe.invoices.list({ subscription, limit: 100 })).data.toReversed();
const eventsOf = async (type: string): Promise<Stripe.Event[]> =>
  (await account.stripe.events.list({ type, limit: 100 })).data.toReversed();
const at = (text: string): number => Date.parse(`${text}:00:00Z`) / 1000;

test('the clock jumps months: each renewal happens at its own moment', async () => {
  const { customer } = await customerWithCard(account.stripe);
  const { id } = await create(customer.id);
  await account.advanceDays(100);
  const made = await invoices(id);
  expect(
    made.map(({ created, status, amount_paid: paid, number }) => [created, status, paid, number?.slice(-4)]),
  ).toEqual([
    [start, 'paid', 9900, '0001'],
    [at('2026-12-21T03'), 'paid', 9900, '0002'],
    [at('2027-01-21T03'), 'paid', 9900, '0003'],
    [at('2027-02-21T03'), 'paid', 9900, '0004'],
  ]);
  const [, renewal] = made;
  expect(renewal).toMatchObject({
    billing_reason: 'subscription_cycle',
    period_start: start,
    period_end: at('2026-12-21T03'),
    status_transitions: { finalized_at: at('2026-12-21T04'), paid_at: at('2026-12-21T04') },
    lines: { data: [{ period: { start: at('2026-12-21T03'), end: at('2027-01-21T03') } }] },
  });
  const { items, latest_invoice: newest } = await get(id);
  expect(items.data[0]).toMatchObject({
    current_period_start: at('2027-02-21T03'),
    current_period_end: at('2027-03-21T03'),
  });
  expect(newest).toBe(made[3]?.id);
  // Only the last thirty days of events are listed.
  expect((await eventsOf('invoice.paid')).map(({ created }) => created)).toEqual([at('2027-02-21T04')]);
});

describe('the end of a trial', () => {
  test('without a card: past due, paid by hand, active again', async () => {
    const { stripe } = account;
    const customer = await stripe.customers.create({});
    const { id } = await create(customer.id, { trial_period_days: 35 });
    await account.advanceDays(36);
    expect((await get(id)).status).toBe('past_due');
    const [, open] = await invoices(id);
    expect(open).toMatchObject({
      status: 'open',
      attempted: true,
      attempt_count: 1,
      next_payment_attempt: start + 35 * day + 3600 + 3 * day,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: true });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.invoices.pay(open?.id ?? '', { payment_method: method.id });
    expect((await get(id)).status).toBe('active');
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: false });
  });

  test.each(['cancel', 'pause'] as const)('a trial ends without a card, set to %s', async (choice) => {
    const customer = await account.stripe.customers.create({});
    const { id } = await create(customer.id, {
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: choice } },
    });
    await account.advanceDays(40);
    expect((await get(id)).status).toBe(choice === 'cancel' ? 'canceled' : 'paused');
    expect(await invoices(id)).toHaveLength(1);
  });

  test('the end of a trial can be moved forward and back', async () => {
    const { customer } = await customerWithCard(account.stripe);
    const { id } = await create(customer.id, { trial_period_days: 35 });
    const later = await account.stripe.subscriptions.update(id, { trial_end: start + 50 * day });
    expect(later).toMatchObject({ status: 'trialing', trial_end: start + 50 * day });
    await account.advanceDays(40);
    expect((await get(id)).status).toBe('trialing');
    const now = await account.stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(now).toMatchObject({ status: 'active', billing_cycle_anchor: account.now() });
    expect((await invoices(id)).at(-1)).toMatchObject({ total: 9900, status: 'paid' });
  });

  test('a planned end at the trial’s end ends the subscription without a charge', async () => {
    const { customer } = await customerWithCard(account.stripe);
    const { id } = await create(customer.id, { trial_period_days: 10, cancel_at_period_end: true });
    await account.advanceDays(11);
    expect(await get(id)).toMatchObject({ status: 'canceled', ended_at: start + 10 * day });
    expect(await invoices(id)).toHaveLength(1);
  });
});

describe('a card that fails', () => {
  const failing = async (): Promise<string> => {
    const { customer } = await customerWithCard(account.stripe);
    const { id } = await create(customer.id);
    const bad = await account.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await account.stripe.subscriptions.update(id, { default_payment_method: bad.id });
    return id;
  };

  test('a card that keeps failing is retried after 3, 5 and 7 days, then left past due', async () => {
    const id = await failing();
    await account.advanceDays(31);
    expect((await get(id)).status).toBe('past_due');
    await account.advanceDays(16);
    const first = at('2026-12-21T04');
    const [, unpaid] = await invoices(id);
    expect(unpaid).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    const tries = (await eventsOf('invoice.payment_failed')).map(({ created }) => created);
    expect(tries).toEqual([first, first + 3 * day, first + 8 * day, first + 15 * day]);
    expect((await get(id)).status).toBe('past_due');
  });

  test('a good card is added in time: the next retry makes it active again', async () => {
    const id = await failing();
    await account.advanceDays(31);
    await account.stripe.subscriptions.update(id, { default_payment_method: '' });
    await account.advanceDays(3);
    expect((await get(id)).status).toBe('active');
    expect((await invoices(id))[1]).toMatchObject({ status: 'paid', attempt_count: 2 });
  });

  test('the newest invoice decides whether it is past due', async () => {
    const id = await failing();
    await account.advanceDays(70);
    const [, older, newer] = await invoices(id);
    const { customer } = await get(id);
    const good = await account.stripe.paymentMethods.attach('pm_card_visa', { customer: idOf(customer) });
    await account.stripe.invoices.pay(older?.id ?? '', { payment_method: good.id });
    expect((await get(id)).status).toBe('past_due');
    await account.stripe.invoices.pay(newer?.id ?? '', { payment_method: good.id });
    expect((await get(id)).status).toBe('active');
  });

  test('3-D Secure at a renewal waits for the customer', async () => {
    const { customer } = await customerWithCard(account.stripe, 'pm_card_authenticationRequired');
    const { id, pending_setup_intent: setup } = await create(customer.id, {
      trial_period_days: 5,
      expand: ['pending_setup_intent'],
    });
    await account.authenticate(setup as Stripe.SetupIntent, 'complete');
    await account.advanceDays(6);
    expect((await get(id)).status).toBe('past_due');
    expect(await eventsOf('invoice.payment_action_required')).toHaveLength(1);
    const { data } = await account.stripe.invoices.list({ subscription: id, limit: 1, expand: ['data.payments'] });
    const intent = await account.stripe.paymentIntents.retrieve(
      idOf(data[0]?.payments?.data[0]?.payment.payment_intent),
    );
    await account.authenticate(intent, 'complete');
    expect((await get(id)).status).toBe('active');
  });
});

test.each(['unpaid', 'canceled'] as const)(
  'after the last try a subscription becomes %s if the account says so',
  async (afterRetries) => {
    await account.close();
    account = await openTestAccount({ settings: { afterRetries, retryAfterDays: [1] } });
    prices = await makeCatalogue(account.stripe);
    const customer = await account.stripe.customers.create({});
    const { id } = await create(customer.id, { trial_period_days: 1 });
    await account.advanceDays(3);
    expect((await get(id)).status).toBe(afterRetries);
    await account.advanceDays(40);
    const statuses = (await invoices(id)).map(({ status }) => status);
    expect(statuses).toEqual(afterRetries === 'unpaid' ? ['paid', 'open', 'draft'] : ['paid', 'open']);
  },
);
