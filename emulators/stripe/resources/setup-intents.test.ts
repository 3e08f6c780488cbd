import type { Stripe } from 'stripe';
import { customerWithCard, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
let customer: Stripe.Customer;
beforeEach(async () => {
  account = await openTestAccount();
  customer = await account.stripe.customers.create({});
});
afterEach(() => account.close());

const typed = (number: string): Record<string, string> => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2030',
  'payment_method_data[card][cvc]': '123',
});

const newIntent = (): Promise<Stripe.SetupIntent> =>
  account.stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' });
const confirm = (intent: Stripe.SetupIntent, number: string) =>
  account.browser('POST', `/v1/setup_intents/${intent.id}/confirm`, {
    client_secret: String(intent.client_secret),
    ...typed(number),
  });

test('a card confirmed by a browser is attached to the customer but does not become the default', async () => {
  const intent = await newIntent();
  expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null, usage: 'off_session' });
  const { status, body } = await confirm(intent, '4242424242424242');
  expect([status, body.status]).toEqual([200, 'succeeded']);
  expect(body).not.toHaveProperty('customer');
  expect(body).not.toHaveProperty('metadata');
  const { data } = await account.stripe.paymentMethods.list({ customer: customer.id });
  expect(data.map(({ id }) => id)).toEqual([body['payment_method']]);
  expect(await account.stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect(await account.stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })).toMatchObject({
    status: 'succeeded',
    customer: customer.id,
    payment_method: { card: { last4: '4242', checks: { cvc_check: 'pass' } } },
  });
});

test('a browser can read an intent only with its secret', async () => {
  const intent = await newIntent();
  const path = `/v1/setup_intents/${intent.id}`;
  expect((await account.browser('GET', path)).body.error.code).toBe('parameter_missing');
  const wrong = await account.browser('GET', path, { client_secret: `${intent.id}_secret_guess` });
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'setup_intent_invalid_parameter']);
  expect((await account.browser('GET', path, { client_secret: String(intent.client_secret) })).body.status).toBe(
    'requires_payment_method',
  );
  expect(
    (await account.browser('POST', `${path}/confirm`, { ...typed('4242424242424242'), client_secret: 'x' })).status,
  ).toBe(400);
});

describe('3-D Secure', () => {
  test.each(['4000002760003184', '4000002500003155'])(
    '%s asks for it; completed, the card is saved',
    async (number) => {
      const intent = await newIntent();
      const { body } = await confirm(intent, number);
      expect(body.status).toBe('requires_action');
      expect(body.next_action).toMatchObject({
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect' },
      });
      expect(String(body.next_action?.use_stripe_sdk?.['stripe_js'])).toMatch(
        new RegExp(`^${account.url}/3ds/[^?]+\\?`),
      );
      expect((await account.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(0);
      await account.authenticate(body, 'complete');
      expect(await account.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
        status: 'succeeded',
        next_action: null,
      });
      expect((await account.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
    },
  );

  test('3-D Secure failed: another card can be tried', async () => {
    const intent = await newIntent();
    const { body } = await confirm(intent, '4000002760003184');
    await account.authenticate(body, 'fail');
    expect(await account.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { code: 'setup_intent_authentication_failure', payment_method: { card: { last4: '3184' } } },
    });
    expect((await confirm(intent, '4242424242424242')).body.status).toBe('succeeded');
  });

  test('an authentication has one outcome only', async () => {
    const { body } = await confirm(await newIntent(), '4000002760003184');
    const page = String(body.next_action?.use_stripe_sdk?.['stripe_js']);
    expect((await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'perhaps' }) })).status).toBe(400);
    await account.authenticate(body, 'complete');
    expect((await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) })).status).toBe(404);
  });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000000069', 'expired_card', undefined],
  ['4000000000000127', 'incorrect_cvc', undefined],
])('%s is declined, which stays on record', async (number, code, declineCode) => {
  const intent = await newIntent();
  const { status, body } = await confirm(intent, number);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: 'card_error',
    code,
    setup_intent: { id: intent.id, status: 'requires_payment_method' },
  });
  expect(body.error.decline_code).toBe(declineCode);
  expect((await account.stripe.setupIntents.retrieve(intent.id)).last_setup_error).toMatchObject({ code });
  expect((await account.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(0);
  const { data } = await account.stripe.events.list({ type: 'setup_intent.setup_failed' });
  expect(data).toHaveLength(1);
});

test('4000000000000341 is saved although its charges are declined', async () => {
  expect((await confirm(await newIntent(), '4000000000000341')).body.status).toBe('succeeded');
});

test('a server confirms an intent with a saved card', async () => {
  const { customer: owner, card } = await customerWithCard(account.stripe);
  const intent = await account.stripe.setupIntents.create({ customer: owner.id, payment_method: card, confirm: true });
  expect(intent.status).toBe('succeeded');
  const stranger = await refusalOf(
    account.stripe.setupIntents.create({ customer: customer.id, payment_method: card, confirm: true }),
  );
  expect(stranger.param).toBe('payment_method');
});

test('an intent without a card cannot be confirmed; a canceled one can be neither canceled nor confirmed', async () => {
  const { stripe } = account;
  const intent = await newIntent();
  expect((await refusalOf(stripe.setupIntents.confirm(intent.id))).code).toBe('setup_intent_unexpected_state');
  expect((await stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })).status).toBe('canceled');
  expect((await refusalOf(stripe.setupIntents.cancel(intent.id))).code).toBe('setup_intent_unexpected_state');
  expect((await confirm(intent, '4242424242424242')).body.error.code).toBe('setup_intent_unexpected_state');
});
