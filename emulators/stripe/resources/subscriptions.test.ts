import type { Stripe } from 'stripe';
import {
  customerWithCard,
  idOf,
  makeCatalogue,
  openTestAccount,
  refusalOf,
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
const create = (customer: string, more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Stripe.Subscription> =>
  account.stripe.subscriptions.create({
    customer,
    items: [{ price: prices.first.id }, { price: prices.second.id, quantity: 2 }],
    ...more,
  });
const invoiceOf = (subscription: Stripe.Subscription): Promise<Stripe.Invoice> =>
  account.stripe.invoices.retrieve(idOf(subscription.latest_invoice), { expand: ['payments', 'confirmation_secret'] });

describe('with a card', () => {
  test('with a card it is paid at once and active; its items have the periods', async () => {
    const { customer, card } = await customerWithCard(account.stripe);
    const subscription = await create(customer.id, { metadata: { a: 'b' }, default_payment_method: card });
    expect(subscription).toMatchObject({
      status: 'active',
      currency: 'jpy',
      billing_cycle_anchor: account.now(),
      billing_mode: { type: 'flexible' },
      cancel_at_period_end: false,
      trial_end: null,
      pending_setup_intent: null,
      default_payment_method: card,
      metadata: { a: 'b' },
    });
    expect(
      subscription.items.data.map(({ quantity, price, current_period_start: start, current_period_end: end }) => [
        quantity,
        price.id,
        start,
        end,
      ]),
    ).toEqual([
      [1, prices.first.id, account.now(), Date.UTC(2026, 11, 21, 3) / 1000],
      [2, prices.second.id, account.now(), Date.UTC(2026, 11, 21, 3) / 1000],
    ]);
    const invoice = await invoiceOf(subscription);
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      subtotal: 27_500,
      total: 27_500,
      amount_paid: 27_500,
      amount_remaining: 0,
      attempt_count: 1,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: { a: 'b' } },
      },
    });
    expect(invoice.number).toMatch(/^[A-Z2-9]{8}-0001$/);
    expect(invoice.lines.data.map(({ amount, quantity, description }) => [amount, quantity, description])).toEqual([
      [9900, 1, '1 × FIRST_UNIT (at ¥9,900 / month)'],
      [17_600, 2, '2 × SECOND_TO_FOURTH (at ¥8,800 / month)'],
    ]);
    expect(invoice.payments?.data[0]).toMatchObject({
      status: 'paid',
      amount_paid: 27_500,
      is_default: true,
      payment: { type: 'payment_intent' },
    });
  });

  test('creating a subscription sends events for it and its first invoice', async () => {
    const { customer } = await customerWithCard(account.stripe);
    const { id } = await create(customer.id);
    const { data } = await account.stripe.events.list({ limit: 100 });
    const types = data.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'invoice.payment_succeeded',
        'payment_intent.succeeded',
      ]),
    );
    const activated = data.find(({ type }) => type === 'customer.subscription.updated');
    expect(activated?.data).toMatchObject({
      object: { id, status: 'active' },
      previous_attributes: { status: 'incomplete' },
    });
  });
});

describe('in a trial', () => {
  test('without a card a trial has an invoice of 0 and a setup intent that collects a card', async () => {
    const customer = await account.stripe.customers.create({});
    const subscription = await create(customer.id, {
      trial_period_days: 35,
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice', 'pending_setup_intent'],
    });
    const end = account.now() + 35 * day;
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_start: account.now(),
      trial_end: end,
      billing_cycle_anchor: end,
      latest_invoice: { status: 'paid', total: 0, amount_due: 0 },
      pending_setup_intent: { status: 'requires_payment_method', customer: customer.id },
    });
    expect(subscription.items.data.every((item) => item.current_period_end === end)).toBe(true);
  });

  // Fact `setup-intent-sets-no-default`: that setting acts only when a payment succeeds.

  test('a card that needs 3-D Secure is asked for it at the start of the trial', async () => {
    const { customer } = await customerWithCard(account.stripe, 'pm_card_authenticationRequiredOnSetup');
    const subscription = await create(customer.id, { trial_period_days: 35, expand: ['pending_setup_intent'] });
    const setup = subscription.pending_setup_intent as Stripe.SetupIntent;
    expect(setup.status).toBe('requires_action');
    await account.authenticate(setup, 'complete');
    expect((await account.stripe.subscriptions.retrieve(subscription.id)).pending_setup_intent).toBeNull();
    const good = await customerWithCard(account.stripe);
    expect((await create(good.customer.id, { trial_period_days: 35 })).pending_setup_intent).toBeNull();
  });

  test('a trial with both a length and an end, or with a past end, is refused', async () => {
    const customer = await account.stripe.customers.create({});
    expect((await refusalOf(create(customer.id, { trial_period_days: 3, trial_end: account.now() + day }))).code).toBe(
      'parameters_exclusive',
    );
    expect((await refusalOf(create(customer.id, { trial_end: account.now() }))).param).toBe('trial_end');
  });
});

describe('when the first payment is not made', () => {
  test('default_incomplete: it is incomplete until the browser pays, then active', async () => {
    const customer = await account.stripe.customers.create({});
    const subscription = await create(customer.id, {
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
    });
    expect(subscription.status).toBe('incomplete');
    const { confirmation_secret: secret, status } = await invoiceOf(subscription);
    expect([status, secret?.type]).toEqual(['open', 'payment_intent']);
    const clientSecret = String(secret?.client_secret);
    const [intent] = clientSecret.split('_secret_');
    const method = await account.browser('POST', '/v1/payment_methods', { type: 'card', 'card[token]': 'tok_visa' });
    const { body } = await account.browser('POST', `/v1/payment_intents/${intent}/confirm`, {
      client_secret: clientSecret,
      payment_method: method.body.id,
    });
    expect(body.status).toBe('succeeded');
    const after = await account.stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] });
    expect(after).toMatchObject({
      status: 'active',
      default_payment_method: { id: method.body.id, customer: customer.id },
    });
  });

  test('a declined card: allow_incomplete keeps it, error_if_incomplete leaves nothing', async () => {
    const { customer } = await customerWithCard(account.stripe, 'pm_card_chargeCustomerFail');
    expect((await create(customer.id)).status).toBe('incomplete');
    const refusal = await refusalOf(create(customer.id, { payment_behavior: 'error_if_incomplete' }));
    expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await account.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1);
    const secured = await customerWithCard(account.stripe, 'pm_card_authenticationRequired');
    expect((await refusalOf(create(secured.customer.id, { payment_behavior: 'error_if_incomplete' }))).code).toBe(
      'subscription_payment_intent_requires_action',
    );
  });

  test('a subscription without any card is refused', async () => {
    const customer = await account.stripe.customers.create({});
    expect((await refusalOf(create(customer.id))).code).toBe('resource_missing');
    expect((await account.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(0);
  });

  test('3-D Secure completed in time makes the subscription active', async () => {
    const { customer } = await customerWithCard(account.stripe, 'pm_card_authenticationRequired');
    const subscription = await create(customer.id);
    const invoice = await invoiceOf(subscription);
    const intent = await account.stripe.paymentIntents.retrieve(
      idOf(invoice.payments?.data[0]?.payment.payment_intent),
    );
    expect([subscription.status, intent.status]).toEqual(['incomplete', 'requires_action']);
    await account.authenticate(intent, 'complete');
    expect((await account.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });
});

describe('is refused', () => {
  test('a price or card that does not fit is refused', async () => {
    const { stripe } = account;
    const { customer, card } = await customerWithCard(stripe);
    const other = await stripe.customers.create({});
    const once = await stripe.prices.create({
      product: idOf(prices.first.product),
      currency: 'jpy',
      unit_amount: 1000,
    });
    await stripe.prices.update(prices.fifth.id, { active: false });
    expect((await refusalOf(create('cus_none'))).param).toBe('customer');
    expect((await refusalOf(create(customer.id, { items: [{ price: once.id }] }))).param).toBe('items[0][price]');
    expect((await refusalOf(create(customer.id, { items: [{ price: prices.fifth.id }] }))).message).toContain(
      'inactive',
    );
    expect(
      (await refusalOf(create(customer.id, { items: [{ price: prices.first.id }, { price: prices.first.id }] }))).param,
    ).toBe('items');
    expect((await refusalOf(create(customer.id, { items: [] }))).code).toBe('parameter_missing');
    expect((await refusalOf(create(other.id, { default_payment_method: card }))).code).toBe('resource_missing');
  });
});

test('subscriptions are listed by customer and status; canceled ones only on request', async () => {
  const { stripe } = account;
  const { customer } = await customerWithCard(stripe);
  const one = await create(customer.id);
  const two = await create(customer.id, { trial_period_days: 3 });
  await stripe.subscriptions.cancel(one.id);
  const ids = async (params: Stripe.SubscriptionListParams): Promise<string[]> =>
    (await stripe.subscriptions.list({ customer: customer.id, ...params })).data.map(({ id }) => id);
  expect(await ids({})).toEqual([two.id]);
  expect(await ids({ status: 'all' })).toEqual([two.id, one.id]);
  expect(await ids({ status: 'canceled' })).toEqual([one.id]);
  expect(await ids({ status: 'trialing', price: prices.first.id })).toEqual([two.id]);
  expect(await ids({ status: 'ended' })).toEqual([one.id]);
});
