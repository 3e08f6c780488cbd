import type { Stripe } from 'stripe';
import { customerWithCard, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const pay = (card: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> =>
  account.stripe.paymentIntents.create({ amount: 9900, currency: 'jpy', payment_method: card, confirm: true, ...more });

test('a good card pays, and the intent has a charge', async () => {
  const intent = await pay('pm_card_visa', { expand: ['latest_charge'] });
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount: 9900,
    amount_received: 9900,
    latest_charge: { status: 'succeeded', paid: true, amount: 9900 },
  });
  const types = (await account.stripe.events.list({})).data.map(({ type }) => type);
  expect(types).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
});

test('a declined card is an error with the intent; another card pays it', async () => {
  const refusal = await refusalOf(pay('pm_card_chargeCustomerFail'));
  expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' });
  const { payment_intent: failed } = refusal;
  expect(failed).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } });
  const again = await account.stripe.paymentIntents.confirm(failed?.id ?? '', { payment_method: 'pm_card_visa' });
  expect(again).toMatchObject({ status: 'succeeded', last_payment_error: null });
  expect((await refusalOf(account.stripe.paymentIntents.confirm(again.id))).code).toBe(
    'payment_intent_unexpected_state',
  );
});

test('a browser confirms with a typed card, through 3-D Secure', async () => {
  const intent = await account.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
  const { body } = await account.browser('POST', `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: String(intent.client_secret),
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4000002500003155',
    'payment_method_data[card][exp_month]': '1',
    'payment_method_data[card][exp_year]': '31',
  });
  expect(body.status).toBe('requires_action');
  await account.authenticate(body, 'fail');
  const failed = await account.browser('GET', `/v1/payment_intents/${intent.id}`, {
    client_secret: String(intent.client_secret),
  });
  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  const next = await account.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_authenticationRequired',
  });
  await account.authenticate(next, 'complete');
  expect((await account.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
});

test('off session, a card set up with 3-D Secure pays; one that always asks for it is refused', async () => {
  const { stripe } = account;
  const { customer, card } = await customerWithCard(stripe, 'pm_card_authenticationRequiredOnSetup');
  const setup = await stripe.setupIntents.create({ customer: customer.id, payment_method: card, confirm: true });
  await account.authenticate(setup, 'complete');
  expect((await pay(card, { customer: customer.id, off_session: true })).status).toBe('succeeded');
  const always = await customerWithCard(stripe, 'pm_card_authenticationRequired');
  const refusal = await refusalOf(pay(always.card, { customer: always.customer.id, off_session: true }));
  expect(refusal).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' });
});

test('a card for later use is attached to the customer', async () => {
  const customer = await account.stripe.customers.create({});
  await pay('pm_card_visa', { customer: customer.id, setup_future_usage: 'off_session' });
  await pay('pm_card_mastercard', { customer: customer.id });
  expect(
    (await account.stripe.paymentMethods.list({ customer: customer.id })).data.map(({ card }) => card?.brand),
  ).toEqual(['visa']);
});

test('less than 50 yen is refused', async () => {
  expect((await refusalOf(pay('pm_card_visa', { amount: 49 }))).code).toBe('amount_too_small');
});
