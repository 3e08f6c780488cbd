import { processing } from '#functions/testing/late-response';
import { startPaymentServices, troubles, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop, saveCard } from '#functions/testing/save-card';
import { createSubscribedShop, setCard, tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { createSubscription } from './calls';
import { setDefaultPaymentMethod } from '#functions/billing/calls';
import type { Fault } from '../../local/testing/functions';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let customerId: string;
let body: { items: object[]; paymentMethodId?: string };

/** A shop that pays its next subscription at once, and the form for it with a card that no shop has yet. */
async function prepare(): Promise<void> {
  const shop = await createSubscribedShop(services, owner, { total: 1, trialDays: 35 });
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  ({ customerId } = shop);
  const items = tierItems(await tierPrices(services), 5);
  // With a second shop a card that is saved without naming one belongs to neither yet.
  await createPlainShop(services, owner);
  body = { items, paymentMethodId: await saveCard(services, owner) };
}

beforeEach(async () => {
  owner = await services.createOwner();
  await prepare();
  services.operations.length = 0;
});

const submit = (headers: Record<string, string> = { 'idempotency-key': 'the-key-of-this-form' }) =>
  owner.browser.send(createSubscription, { method: 'POST', path: '/api', params: { customerId }, body, headers });

/**
 * Expects one subscription beside the former one, one charge, a shop that shows both, and a response that names them.
 */
async function expectOneSubscription(response: { status: number; body: Record<string, unknown> }): Promise<void> {
  const [subscriptions, charges, invoices] = await Promise.all([
    services.stripe.subscriptions.list({ customer: customerId, status: 'all' }),
    services.stripe.paymentIntents.list({ customer: customerId }),
    services.stripe.invoices.list({ customer: customerId, status: 'open' }),
  ]);
  const { snapshots } = await services.userItems(owner);
  expect({
    status: response.status,
    charge: response.body['charge'],
    subscriptions: subscriptions.data
      .filter((one) => one.status !== 'canceled')
      .map((one) => [one.id, one.status, one.default_payment_method]),
    charges: charges.data.map((one) => [one.status, one.amount]),
    owed: invoices.data,
    shown: snapshots
      .filter((one) => one.customerId === customerId)
      .flatMap((one) =>
        one.record.subscriptions
          .filter((subscription) => subscription.status === 'active')
          .map((subscription) => subscription.id),
      ),
  }).toEqual({
    status: 200,
    charge: { status: 'paid', amount: 45_100 },
    subscriptions: [[response.body['subscriptionId'], 'active', body.paymentMethodId]],
    charges: [['succeeded', 45_100]],
    owed: [],
    shown: [response.body['subscriptionId']],
  });
}

/** The upstream requests of an undisturbed request. The container is warm, so secret, prices and names are cached. */
const requests = [
  'dynamodb Query',
  'dynamodb BatchGetItem', // the shop's owner, and its snapshot
  'dynamodb UpdateItem',
  'dynamodb UpdateItem', // counts what the call costs: for the user and the network
  'dynamodb PutItem',
  'dynamodb GetItem', // the shop's lease, and the record of the request
  'dynamodb GetItem', // the owner's trials
  'stripe GET /v1/subscriptions',
  'stripe GET /v1/invoices', // what the one that has ended still owes
  'stripe GET /v1/payment_methods/{payment_method}',
  'stripe GET /v1/setup_intents',
  'stripe POST /v1/payment_methods/{payment_method}/attach',
  'dynamodb TransactWriteItems', // writes the record
  'stripe GET /v1/subscriptions',
  'stripe GET /v1/tax_rates',
  'stripe POST /v1/subscriptions',
  'stripe GET /v1/invoices/{invoice}',
  'dynamodb UpdateItem',
  'dynamodb DeleteItem', // releases the lease
  'stripe GET /v1/subscriptions',
  'stripe GET /v1/invoices',
  'dynamodb GetItem',
  'dynamodb Query', // the shop's open movements
  'dynamodb ExecuteStatement', // the devices of the subscription that has ended
  'dynamodb GetItem',
  'dynamodb GetItem', // for the notice of the one that has ended: the owner's address, and no late payment ended it
  'dynamodb TransactWriteItems', // the snapshot, and the end of the one that has ended
  'sqs SendMessageBatch', // its notice, and what the staff are told, by message and under their record
  'dynamodb GetItem',
  'dynamodb Query',
  'dynamodb GetItem', // the owner's address
  'dynamodb TransactWriteItems', // the movement of the new one, and the confirmation that it asks for
  'sqs SendMessageBatch', // the same for the new one
];

test('an undisturbed request: no more requests upstream than needed', async () => {
  await submit();
  await prepare();
  services.operations.length = 0;
  expect((await submit({})).status).toBe(200);
  expect(services.operations).toEqual(requests);
});

describe.each(['down', 'lost'] as const)('everything fails after some requests, the first of them %s', (first) => {
  test.each(Array.from({ length: requests.length + 3 }, (_, index) => index))(
    'after %i: the retry ends with one subscription and one charge',
    async (passing) => {
      let seen = 0;
      services.inject(() => {
        seen += 1;
        if (seen <= passing) return 'pass';
        return seen === passing + 1 ? first : 'down';
      });
      const broken = await submit();
      if (broken.status !== 200) expect([409, 503]).toContain(broken.status);
      services.clearFaults();
      services.clock.advance(31_001); // longer than a lease that could not be released
      const retried = await submit();
      await expectOneSubscription(retried);
      expect((await submit()).body).toMatchObject({
        subscriptionId: retried.body['subscriptionId'],
        charge: retried.body['charge'],
      });
    },
  );
});

const creation = 'POST /v1/subscriptions';

test.each<[string, Fault]>(troubles)(
  'Stripe is %s when the subscription is made: told so, and the next try completes it at once',
  async (_what, fault) => {
    services.inject((service, asked) => (service === 'stripe' && asked === creation ? fault : 'pass'));
    expect((await submit()).body).toMatchObject(fault === 'busy' ? { code: 'PAYMENTS_UNAVAILABLE' } : processing);
    services.clearFaults();
    await expectOneSubscription(await submit());
  },
);

test('a response is lost and Stripe has forgotten its key: the made subscription is found again', async () => {
  services.inject((service, asked) => (service === 'stripe' && asked === creation ? 'lost' : 'pass'));
  expect((await submit()).status).toBe(409);
  services.clearFaults();
  services.clock.advance(3 * 86_400_000);
  await expectOneSubscription(await submit());
});

test('Stripe uses up the time of the call: nothing is begun, and the next try works', async () => {
  services.inject((service, asked) => {
    if (service === 'stripe' && asked.endsWith('/attach')) services.clock.advance(20_000);
    return 'pass';
  });
  expect(await submit()).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
  services.clearFaults();
  await expectOneSubscription(await submit());
});

test('the same request twice at once, with or without a key: one subscription, one response', async () => {
  const responses = await Promise.all([submit(), submit()]);
  await expectOneSubscription(responses[0]);
  expect(responses[1].body).toMatchObject({
    subscriptionId: responses[0].body['subscriptionId'],
    charge: responses[0].body['charge'],
  });
  await prepare();
  const unnamed = await Promise.all([submit({}), submit({})]);
  await expectOneSubscription(unnamed[0]);
  expect(unnamed[1].body['subscriptionId']).toBe(unnamed[0].body['subscriptionId']);
});

test('the same content without a key after the subscription ended: one of its own, not the ended one', async () => {
  const first = await submit({});
  await services.stripe.subscriptions.cancel(String(first.body['subscriptionId']));
  const second = await submit({});
  expect(second.status).toBe(200);
  expect(second.body['subscriptionId']).not.toBe(first.body['subscriptionId']);
});

test('two tabs at once with two keys: one subscription, the other tab gets the refusal', async () => {
  const responses = await Promise.all([
    submit({ 'idempotency-key': 'the-key-of-one-tab' }),
    submit({ 'idempotency-key': 'the-key-of-the-other' }),
  ]);
  const [won, lost] = responses.toSorted((left, right) => left.status - right.status);
  if (!won) throw new Error('Nobody got a response');
  await expectOneSubscription(won);
  expect(lost).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_EXISTS' } });
});

test('a request that was interrupted does not come back after another one subscribed', async () => {
  services.inject((service, asked) => (service === 'stripe' && asked === creation ? 'down' : 'pass'));
  expect((await submit()).status).toBe(409);
  services.clearFaults();
  await expectOneSubscription(await submit({ 'idempotency-key': 'the-key-of-the-other' }));
  expect(await submit()).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_EXISTS' } });
});

test('interrupted after the trial began: the request that was shown it is refused, not charged', async () => {
  customerId = await createPlainShop(services, owner);
  services.inject((service, asked) => (service === 'stripe' && asked === creation ? 'down' : 'pass'));
  expect((await submit()).status).toBe(503);
  services.clearFaults();
  const other = await submit({ 'idempotency-key': 'the-key-of-the-other' });
  expect(other.body['charge']).toEqual({ status: 'none' });
  await services.stripe.subscriptions.cancel(String(other.body['subscriptionId']));
  expect(await submit()).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
  expect((await services.stripe.paymentIntents.list({ customer: customerId })).data).toEqual([]);
});

test('interrupted while a declined subscription is withdrawn: the retry finishes it, CARD_DECLINED', async () => {
  await setCard(services, customerId, 'pm_card_chargeCustomerFail');
  delete body.paymentMethodId;
  services.inject((service, asked) =>
    service === 'stripe' && asked === 'DELETE /v1/subscriptions/{subscription}' ? 'down' : 'pass',
  );
  expect((await submit()).status).toBe(503);
  services.clearFaults();
  expect(await submit()).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
  const { data } = await services.stripe.subscriptions.list({ customer: customerId, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['incomplete_expired', 'canceled']);
});

test('the card is removed between two tries: refused, nothing is made', async () => {
  services.inject((service, asked) => (service === 'stripe' && asked === creation ? 'down' : 'pass'));
  expect((await submit()).status).toBe(409);
  services.clearFaults();
  await services.stripe.paymentMethods.detach(body.paymentMethodId ?? '');
  expect(await submit()).toMatchObject({ status: 404, body: { code: 'PAYMENT_METHOD_NOT_FOUND' } });
  expect((await services.stripe.subscriptions.list({ customer: customerId })).data).toEqual([]);
});

test('the shop cannot be refreshed: it is subscribed', async () => {
  let lists = 0; // the first one asks what the one that has ended owes
  services.inject((_, asked) => (asked === 'GET /v1/invoices' && (lists += 1) > 1 ? 'down' : 'pass'));
  expect(await submit()).toMatchObject({
    status: 200,
    body: { charge: { status: 'paid', amount: 45_100 }, shop: { customer: { id: customerId } } },
  });
  services.clearFaults();
  await expectOneSubscription(await submit());
});

test('setting the default card fails: the subscription stays, and the card can be set later (spec 8)', async () => {
  const { body: subscribed } = await submit();
  const choice = { paymentMethodId: body.paymentMethodId, customerId };
  services.inject((service, asked) =>
    service === 'stripe' && asked === 'POST /v1/customers/{customer}' ? 'down' : 'pass',
  );
  expect((await owner.browser.post(setDefaultPaymentMethod, choice)).status).toBe(503);
  services.clearFaults();
  expect((await services.stripe.subscriptions.retrieve(String(subscribed['subscriptionId']))).status).toBe('active');
  expect((await owner.browser.post(setDefaultPaymentMethod, choice)).status).toBe(200);
});
