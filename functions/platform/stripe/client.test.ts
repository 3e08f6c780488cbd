import StripeSdk from 'stripe';
import { chargeBudget } from '#shared/constants';
import { CallError, errors } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { startPaymentServices, webhookSecret } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { charging, stripe } from './client';
import { declineReason, toCallError } from './errors';

const services = testServices(startPaymentServices);
/** What every client of the SDK asks about customers by. */
const customersOfSdk = Object.getPrototypeOf(new StripeSdk('sk_test_local').customers) as Record<
  'create' | 'retrieve',
  (first: unknown, second?: unknown) => Promise<unknown>
>;

const ask = () => stripe().customers.list({ limit: 1 });
const secretReads = () => services.operations.filter((one) => one.startsWith('secrets'));

test('many requests at once: the keys are read once in five minutes', async () => {
  await Promise.all([ask(), ask(), ask()]);
  services.clock.advance(299_999);
  await ask();
  expect(secretReads()).toHaveLength(1);
  services.clock.advance(1);
  await ask();
  expect(secretReads()).toHaveLength(2);
});

test('Stripe refuses the key: the key is read again, and the rotated one is used', async () => {
  await services.rotateKeys({ secretKey: 'sk_test_revoked', webhookSecret });
  await expect(ask()).rejects.toMatchObject({ name: 'Unavailable', service: 'stripe' });
  await services.rotateKeys({ secretKey: 'sk_test_local', webhookSecret });
  services.clock.advance(60_000);
  await expect(ask()).resolves.toMatchObject({ data: [] });
});

test('the response to a write is lost: it is sent again under the same key, and done once', async () => {
  let lost = 0;
  services.inject((_service, operation) => (operation === 'POST /v1/customers' && (lost += 1) === 1 ? 'lost' : 'pass'));
  await stripe({ idempotencyKey: 'k' }).customers.create({ name: 'x' });
  expect(lost).toBe(2);
  expect((await services.stripe.customers.list()).data).toHaveLength(1);
});

test('the time for a call is used up: PAYMENTS_UNAVAILABLE, no request', async () => {
  await ask();
  services.operations.length = 0;
  await expect(stripe({ until: services.clock.now() }).customers.list({})).rejects.toMatchObject({
    name: 'Unavailable',
    service: 'stripe',
  });
  expect(services.operations).toEqual([]);
});

test('a charge gets one attempt with all the remaining time; with too little left, no request', async () => {
  const until = services.clock.now() + chargeBudget;
  const options = { until, idempotencyKey: 'k' };
  const create = jest.spyOn(customersOfSdk, 'create').mockImplementation(async (_params, given) => given);
  await expect(charging(options).customers.create({})).resolves.toEqual({
    timeout: 20_500,
    maxNetworkRetries: 0,
    idempotencyKey: 'k',
  });
  create.mockRestore();
  services.clock.advance(16_000);
  services.operations.length = 0;
  await expect(charging(options).customers.create({})).rejects.toMatchObject({
    name: 'Unavailable',
    undecided: undefined,
  });
  expect(services.operations).toEqual([]);
});

const refusedAsHurried = (reason: string) => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'stripe-rate-limited-reason': reason },
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'x' } }),
});

test('Stripe limits the rate: the request is repeated after pauses, and done once', async () => {
  let refused = 0;
  services.inject((_service, operation) =>
    operation === 'POST /v1/customers' && (refused += 1) <= 3 ? refusedAsHurried('endpoint-rate') : 'pass',
  );
  await stripe().customers.create({});
  expect([refused, (await services.stripe.customers.list()).data.length]).toEqual([4, 1]);
});

test('Stripe limits the rate: a request that comes in the pause is sent after the refused one', async () => {
  await ask();
  services.operations.length = 0;
  let refused = 0;
  services.inject((_service, operation) =>
    operation === 'POST /v1/customers' && (refused += 1) === 1 ? refusedAsHurried('global-rate') : 'pass',
  );
  let end = (): void => undefined;
  const pause = new Promise<void>((begin) => {
    jest.mocked(clock.wait).mockImplementationOnce(() => {
      begin();
      return new Promise((resolve) => (end = resolve));
    });
  });
  const first = stripe().customers.create({});
  await pause;
  const second = ask();
  await services.stripe.products.list();
  end();
  await Promise.all([first, second]);
  expect(services.operations.map((one) => one.replace('stripe ', ''))).toEqual([
    'POST /v1/customers',
    'GET /v1/products',
    'POST /v1/customers',
    'GET /v1/customers',
  ]);
});

test('the limit of one object is reached: not sent again', async () => {
  let refused = 0;
  services.inject((_service, operation) => {
    if (operation !== 'GET /v1/customers') return 'pass';
    refused += 1;
    return refusedAsHurried('resource-specific');
  });
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_CHANGES', details: { retryAfter: 3600 } });
  expect(refused).toBe(1);
});

test('50 requests at once: 20 in flight, in their order; a failed one makes room for the next', async () => {
  const flight = { now: 0, most: 0, begun: [] as number[] };
  const retrieve = jest.spyOn(customersOfSdk, 'retrieve').mockImplementation(async (id) => {
    flight.begun.push(Number(id));
    flight.most = Math.max(flight.most, (flight.now += 1));
    await new Promise<void>((resolve) => void setImmediate(resolve));
    flight.now -= 1;
    if (Number(id) % 10 === 7) throw new Error('lost');
  });
  const requests = Array.from({ length: 50 }, (_, index) => stripe().customers.retrieve(String(index)));
  const failed = (await Promise.allSettled(requests)).filter(({ status }) => status === 'rejected');
  expect([flight.now, flight.most, failed.length]).toEqual([0, 20, 5]);
  expect(flight.begun).toEqual(Array.from({ length: 50 }, (_, index) => index));
  retrieve.mockRestore();
});

const {
  StripeAPIError,
  StripeCardError,
  StripeConnectionError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripePermissionError,
  StripeRateLimitError,
} = StripeSdk.errors;
const raw = (statusCode: number, more: object = {}) => ({ message: 'x', statusCode, ...more }) as never;

test.each([
  ['a lost connection', new StripeConnectionError(raw(0))],
  ['a failure of Stripe’s', new StripeAPIError(raw(500))],
  ['too many requests', new StripeRateLimitError(raw(429))],
  ['a refused key', new StripePermissionError(raw(403))],
])('%s: Stripe is unavailable, which is not a refusal', (_what, error) => {
  const failure = toCallError(error);
  expect(failure).toMatchObject({ name: 'Unavailable', service: 'stripe', cause: error, undecided: undefined });
  expect(failure).not.toBeInstanceOf(CallError);
});

const unsent = new StripeConnectionError(raw(0, { detail: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }));

test.each([
  ['the same write is under way', new StripeIdempotencyError(raw(409)), 'write', 'charge'],
  ['no response', new StripeConnectionError(raw(0)), undefined, 'charge'],
  ['nothing was sent', unsent, undefined, undefined],
  ['a failure of Stripe’s', new StripeAPIError(raw(500)), undefined, 'charge'],
  ['too many requests', new StripeRateLimitError(raw(429)), undefined, undefined],
])('%s: a write is undecided as %3$s, a charge as %4$s', (_what, error, ofWrite, ofCharge) => {
  expect(toCallError(error)).toMatchObject({ name: 'Unavailable', undecided: ofWrite });
  expect(toCallError(error, true)).toMatchObject({ name: 'Unavailable', undecided: ofCharge });
});

test('a declined card: CARD_DECLINED', () => {
  const error = new StripeCardError(raw(402, { decline_code: 'insufficient_funds' }));
  expect(toCallError(error)).toMatchObject({ code: 'CARD_DECLINED', cause: error });
});

test.each([new StripeInvalidRequestError(raw(400)), new StripeIdempotencyError(raw(400)), new TypeError('x')])(
  'what we did wrong stays what it is: %s',
  (error) => {
    expect(toCallError(error)).toBe(error);
  },
);

test.each([
  ['insufficient_funds', 'card_declined', 'カードの利用可能額が不足しています。別のカードをお試しください。'],
  [undefined, 'expired_card', 'カードの有効期限が切れています。別のカードをお試しください。'],
  ['stolen_card', 'card_declined', errors.CARD_DECLINED.text],
  ['something_new', 'card_declined', errors.CARD_DECLINED.text],
])('%s / %s is told as %s', (declineCode, code, text) => {
  expect(declineReason(declineCode, code)).toBe(text);
  expect((toCallError(new StripeCardError(raw(402, { code, decline_code: declineCode }))) as CallError).message).toBe(
    text,
  );
});
