import {
  customerWithCard,
  idOf,
  makeCatalogue,
  openTestAccount,
  refusalOf,
  type TestAccount,
} from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const typed = (number: string, more: Record<string, string> = {}): Record<string, string> => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2030',
  'card[cvc]': '123',
  ...more,
});

test('a browser creates a payment method from a card; the number appears nowhere', async () => {
  const { status, body } = await account.browser(
    'POST',
    '/v1/payment_methods',
    typed('4242 4242 4242 4242', { 'billing_details[name]': 'TARO YAMADA' }),
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'payment_method',
    type: 'card',
    customer: null,
    billing_details: { name: 'TARO YAMADA' },
  });
  expect(body['card']).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 });
  expect(JSON.stringify(body)).not.toContain('42424242');
});

test.each([
  ['a number with a wrong digit', typed('4242424242424241'), 'incorrect_number', undefined],
  ['a real card', typed('4111111111111111'), 'card_declined', 'test_mode_live_card'],
  ['a year that is over', typed('4242424242424242', { 'card[exp_year]': '2025' }), 'invalid_expiry_year', undefined],
  [
    'a month that is over',
    typed('4242424242424242', { 'card[exp_year]': '2026', 'card[exp_month]': '10' }),
    'invalid_expiry_month',
    undefined,
  ],
  ['a thirteenth month', typed('4242424242424242', { 'card[exp_month]': '13' }), 'invalid_expiry_month', undefined],
  ['a short security code', typed('4242424242424242', { 'card[cvc]': '12' }), 'invalid_cvc', undefined],
])('refuses %s', async (_what, form, code, declineCode) => {
  const { status, body } = await account.browser('POST', '/v1/payment_methods', form);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code });
  expect(body.error.decline_code).toBe(declineCode);
});

test('a server may send test tokens but no card numbers', async () => {
  const refusal = await refusalOf(
    account.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 1, exp_year: 2030 },
    }),
  );
  expect(refusal).toMatchObject({ statusCode: 402, rawType: 'invalid_request_error' });
  expect((await account.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_jcb' } })).card).toMatchObject(
    { brand: 'jcb', country: 'JP' },
  );
});

test('a detached card is no longer listed, and no longer the default of anything', async () => {
  const { stripe } = account;
  const { customer, card } = await customerWithCard(stripe, 'pm_card_mastercard');
  expect((await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data.map(({ id }) => id)).toEqual([
    card,
  ]);
  const other = await stripe.customers.create({});
  expect((await refusalOf(stripe.paymentMethods.attach(card, { customer: other.id }))).code).toBe(
    'payment_method_unexpected_state',
  );
  expect((await stripe.paymentMethods.detach(card)).customer).toBeNull();
  expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(0);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect((await refusalOf(stripe.paymentMethods.detach(card))).code).toBe('payment_method_unexpected_state');
  const types = (await stripe.events.list({ types: ['payment_method.attached', 'payment_method.detached'] })).data.map(
    ({ type }) => type,
  );
  expect(types).toEqual(['payment_method.detached', 'payment_method.attached']);
});

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
])('%s cannot be attached', async (token, code, declineCode) => {
  const customer = await account.stripe.customers.create({});
  const refusal = await refusalOf(account.stripe.paymentMethods.attach(token, { customer: customer.id }));
  expect(refusal).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
  expect((await account.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(0);
});

test('a detached card cannot be used or attached again', async () => {
  const { stripe } = account;
  const { customer, card } = await customerWithCard(stripe);
  await stripe.paymentMethods.detach(card);
  const refused = expect.stringContaining('may not be used again');
  expect(await refusalOf(stripe.paymentMethods.attach(card, { customer: customer.id }))).toMatchObject({
    statusCode: 400,
    message: refused,
  });
  expect(
    (await refusalOf(stripe.setupIntents.create({ customer: customer.id, payment_method: card, confirm: true })))
      .message,
  ).toEqual(refused);
  const gone = await customerWithCard(stripe);
  await stripe.customers.del(gone.customer.id);
  expect((await refusalOf(stripe.paymentMethods.attach(gone.card, { customer: customer.id }))).message).toEqual(
    refused,
  );
});

test('a card saved by a setup intent without a customer is found by the intent, and attached later', async () => {
  const { stripe } = account;
  const customer = await stripe.customers.create({});
  const [intent, unused] = [
    await stripe.setupIntents.create({ metadata: { userId: 'u-1' } }),
    await stripe.setupIntents.create({}),
  ];
  const form = Object.fromEntries(
    Object.entries(typed('4000002500003155')).map(([name, value]) => [
      name === 'type' ? 'payment_method_data[type]' : `payment_method_data[card]${name.slice(4)}`,
      value,
    ]),
  );
  const { body } = await account.browser('POST', `/v1/setup_intents/${intent.id}/confirm`, {
    client_secret: String(intent.client_secret),
    ...form,
  });
  await account.authenticate(body, 'complete');
  const method = idOf((await stripe.setupIntents.retrieve(intent.id)).payment_method);
  expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ customer: null, type: 'card' });
  const { data } = await stripe.setupIntents.list({ payment_method: method });
  expect(data.map(({ id, status, metadata }) => [id, status, metadata])).toEqual([
    [intent.id, 'succeeded', { userId: 'u-1' }],
  ]);
  expect(data.map(({ id }) => id)).not.toContain(unused.id);
  expect((await stripe.paymentMethods.attach(method, { customer: customer.id })).customer).toBe(customer.id);
  const { status } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await makeCatalogue(stripe)).first.id }],
    default_payment_method: method,
  });
  expect(status).toBe('active');
});
