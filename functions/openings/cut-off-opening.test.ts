import { deliverEvent, newestEvent } from '#functions/testing/deliver-events';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { saveCard } from '#functions/testing/save-card';
import { tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { createSubscription, createShopWithSubscription } from './calls';

let mockTrialDays = 35;
jest.mock('#shared/model/pricing', () => ({
  ...jest.requireActual<object>('#shared/model/pricing'),
  get trialDays() {
    return mockTrialDays;
  },
}));

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
  services.operations.length = 0;
});

const key = 'the-key-of-this-form';
const submit = (body: unknown = subscribedBody()) =>
  owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body,
    headers: { 'idempotency-key': key },
  });

/** Expects one customer, one subscription, one shop that shows both, and a response that names them. */
async function expectOneShop(response: { status: number; body: Record<string, unknown> }): Promise<void> {
  const [customers, subscriptions] = await Promise.all([
    services.stripe.customers.list(),
    services.stripe.subscriptions.list({ status: 'all' }),
  ]);
  const { shops, snapshots } = await services.userItems(owner);
  expect({
    status: response.status,
    customers: customers.data.map((one) => one.id),
    subscriptions: subscriptions.data.map((one) => [one.id, one.customer]),
    shops: shops.map((one) => one.customerId),
    shown: snapshots.map((one) => one.record.subscriptions.map((subscription) => subscription.id)),
  }).toEqual({
    status: 200,
    customers: [response.body['customerId']],
    subscriptions: [[response.body['subscriptionId'], response.body['customerId']]],
    shops: [response.body['customerId']],
    shown: [[response.body['subscriptionId']]],
  });
  expect(response.body['clientSecret']).toMatch(/_secret_/);
}

/**
 * Lets the first `passing` requests through and fails all later ones: the first of them as given, the others as if
 * every service is down.
 */
function breakAfter(passing: number, first: 'down' | 'lost'): void {
  let seen = 0;
  services.inject(() => {
    seen += 1;
    if (seen <= passing) return 'pass';
    return seen === passing + 1 ? first : 'down';
  });
}

/** The upstream requests of an undisturbed request. The container is warm, so secret, prices and names are cached. */
const requests = [
  'dynamodb Query',
  'dynamodb UpdateItem',
  'dynamodb UpdateItem', // counts the call: for the user and the network
  'dynamodb GetItem', // the record of the request
  'dynamodb GetItem', // the owner's trials
  'dynamodb UpdateItem', // counts the shops of an hour
  'dynamodb TransactWriteItems', // writes the record and takes the trial
  'stripe POST /v1/customers',
  'dynamodb PutItem', // the shop's lease
  'dynamodb TransactWriteItems',
  'stripe GET /v1/tax_rates',
  'stripe POST /v1/subscriptions',
  'dynamodb UpdateItem',
  'stripe GET /v1/subscriptions',
  'stripe GET /v1/invoices',
  'dynamodb GetItem',
  'dynamodb Query',
  'dynamodb GetItem', // whether the place had a trial
  'dynamodb GetItem', // the owner's address
  'dynamodb TransactWriteItems', // snapshot, links, the movement, the place and the confirmation that it asks for
  'sqs SendMessageBatch', // the staff on the place, the confirmation, the shipment's record and message
  'dynamodb DeleteItem', // the lease ends
  'dynamodb UpdateItem',
  'dynamodb GetItem',
  'dynamodb BatchGetItem', // whether the account's address is still the one that Stripe has
];

test('an undisturbed request: no more requests upstream than needed', async () => {
  await submit(subscribedBody({ revonizerQuantity: 9 }));
  owner = await services.createOwner();
  services.operations.length = 0;
  expect((await submit()).status).toBe(200);
  expect(services.operations).toEqual(requests);
});

describe.each(['down', 'lost'] as const)('everything fails after some requests, the first of them %s', (first) => {
  test.each(Array.from({ length: requests.length + 3 }, (_, index) => index))(
    'after %i: the retry ends with one shop',
    async (passing) => {
      breakAfter(passing, first);
      const broken = await submit();
      if (broken.status !== 200) expect(broken.status).toBe(503);
      services.clearFaults();
      services.clock.advance(31_001); // longer than a lease that could not be released
      const retried = await submit();
      await expectOneShop(retried);
      if (broken.status === 200) expect(retried.body).toEqual(broken.body);
      expect((await submit()).body).toEqual(retried.body);
    },
  );
});

const refusal = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    error: { type: 'invalid_request_error', message: 'This promotion code cannot be redeemed.' },
  }),
};

describe.each(['down', 'lost'] as const)('Stripe refuses the code, and everything fails, first %s,', (first) => {
  const refusing = (more: () => 'pass' | 'down' | 'lost' = () => 'pass') =>
    services.inject((_service, operation) => {
      const fault = more();
      if (operation !== 'POST /v1/subscriptions') return fault;
      return fault === 'pass' ? refusal : 'down'; // a refusal that gets lost has made nothing
    });

  test.each(Array.from({ length: 17 }, (_, index) => index))(
    'after %i requests: the retry is refused, and nothing is left',
    async (passing) => {
      await makePromotionCode(services, 'GOOD', { percent_off: 10 });
      const body = subscribedBody({ revonizerQuantity: 5, promoCode: 'GOOD' });
      let seen = 0;
      refusing(() => {
        seen += 1;
        if (seen <= passing) return 'pass';
        return seen === passing + 1 ? first : 'down';
      });
      expect([400, 503]).toContain((await submit(body)).status);
      refusing();
      services.clock.advance(31_001);
      expect(await submit(body)).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_NOT_APPLICABLE' } });
      const [customers, kept] = await Promise.all([services.stripe.customers.list(), services.userItems(owner)]);
      expect([customers.data, kept.shops, kept.snapshots]).toEqual([[], [], []]);
    },
  );
});

test.each(['POST /v1/customers', 'POST /v1/subscriptions'])(
  'Stripe alone is down at %s: 503, and the next try completes at once',
  async (operation) => {
    services.inject((service, asked) => (service === 'stripe' && asked === operation ? 'down' : 'pass'));
    expect(await submit()).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
    services.clearFaults();
    await expectOneShop(await submit());
  },
);

test.each(['POST /v1/customers', 'POST /v1/subscriptions'])(
  'the response of %s is lost, and what it made is found again when its key is forgotten',
  async (operation) => {
    services.inject((service, asked) => (service === 'stripe' && asked === operation ? 'lost' : 'pass'));
    expect((await submit()).status).toBe(503);
    services.clearFaults();
    services.clock.advance(3 * 86_400_000);
    await expectOneShop(await submit());
  },
);

describe('its owner subscribes the shop before the retry', () => {
  /** The order page of the shop that the cut-off request left. */
  async function subscribeIt() {
    const { shops } = await services.userItems(owner);
    const customerId = shops[0]?.customerId ?? '';
    const response = await owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId },
      body: { items: tierItems(await tierPrices(services), 5), paymentMethodId: await saveCard(services, owner) },
      headers: { 'idempotency-key': 'the-key-of-the-wizard' },
    });
    expect(response.status).toBe(200);
    return { customerId, subscriptionId: response.body['subscriptionId'] };
  }
  const all = async () => (await services.stripe.subscriptions.list({ status: 'all' })).data;

  test('the retry makes no second subscription', async () => {
    services.inject((_service, asked) => (asked === 'POST /v1/subscriptions' ? 'down' : 'pass'));
    expect((await submit()).status).toBe(503);
    services.clearFaults();
    const { customerId, subscriptionId } = await subscribeIt();
    for (let retry = 0; retry < 2; retry += 1) {
      services.clock.advance(60_000);
      expect(await submit()).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_EXISTS' } });
    }
    expect((await all()).map((one) => [one.id, one.customer, one.status])).toEqual([
      [subscriptionId, customerId, 'trialing'],
    ]);
    expect((await services.userItems(owner)).shops.map((one) => one.customerId)).toEqual([customerId]);
  });

  test('and that one has ended: the retry does not give the shop a second trial', async () => {
    services.inject((_service, asked) => (asked === 'POST /v1/subscriptions' ? 'down' : 'pass'));
    expect((await submit()).status).toBe(503);
    services.clearFaults();
    const { customerId, subscriptionId } = await subscribeIt();
    await services.stripe.subscriptions.cancel(String(subscriptionId));
    expect(await submit()).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect((await all()).map((one) => one.status)).toEqual(['canceled']);
    expect((await services.userItems(owner)).shops.map((one) => one.customerId)).toEqual([customerId]);
  });

  test('and the cut-off order was refused: the shop and its subscription stay', async () => {
    await makePromotionCode(services, 'GOOD', { percent_off: 10 });
    const body = subscribedBody({ revonizerQuantity: 5, promoCode: 'GOOD' });
    services.inject((_service, asked) => {
      if (asked === 'POST /v1/subscriptions') return refusal;
      return asked.startsWith('DELETE /v1/customers') ? 'down' : 'pass';
    });
    expect((await submit(body)).status).toBe(503);
    services.clearFaults();
    const { customerId, subscriptionId } = await subscribeIt();
    expect(await submit(body)).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_NOT_APPLICABLE' } });
    expect((await all()).map((one) => [one.id, one.status])).toEqual([[subscriptionId, 'trialing']]);
    expect((await services.userItems(owner)).shops.map((one) => one.customerId)).toEqual([customerId]);
  });
});

test('the shop cannot be refreshed: it is open, and the next list shows it', async () => {
  services.inject((service, asked) => (service === 'stripe' && asked.startsWith('GET /v1/invoices') ? 'down' : 'pass'));
  const response = await submit();
  expect(response.status).toBe(200);
  expect((await services.userItems(owner)).snapshots).toEqual([]);
});

test('interrupted before the customer was recorded: its event makes it the shop, and the retry continues', async () => {
  let made = false;
  services.inject((service, asked) => {
    if (made) return 'down';
    made = service === 'stripe' && asked === 'POST /v1/customers';
    return made ? 'lost' : 'pass';
  });
  expect((await submit()).status).toBe(503);
  services.clearFaults();
  const event = await newestEvent(services, 'customer.created');
  expect(await deliverEvent(services, event)).toMatchObject({ status: 200, body: { received: true } });
  expect((await services.userItems(owner)).shops).toHaveLength(1);
  services.clock.advance(31_001);
  await expectOneShop(await submit());
});

test('a deployment changes the length of the trial between two tries: the trial is as it was ordered', async () => {
  services.inject((service, asked) => (service === 'stripe' && asked === 'POST /v1/subscriptions' ? 'down' : 'pass'));
  expect((await submit()).status).toBe(503);
  services.clearFaults();
  mockTrialDays = 30;
  const { body } = await submit();
  mockTrialDays = 35;
  const { trial_start: begins, trial_end: ends } = await services.stripe.subscriptions.retrieve(
    String(body['subscriptionId']),
  );
  expect((ends ?? 0) - (begins ?? 0)).toBe(35 * 86_400);
});

test('another request holds the lease: the same one waits, gets 409, and completes it after the lease', async () => {
  let down = false;
  services.inject((_service, operation) => {
    down ||= operation === 'POST /v1/customers';
    return down ? 'down' : 'pass';
  });
  expect((await submit()).status).toBe(503); // the lease could not be released either
  services.clearFaults();
  expect(await submit()).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_KEY_IN_USE', retryAfter: 31 },
    headers: { 'retry-after': '31' },
  });
  services.clock.advance(31_001);
  await expectOneShop(await submit());
});
