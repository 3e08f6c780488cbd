import StripeSdk from 'stripe';
import { openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const call = (
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${account.url}${path}`, { ...init, headers: { authorization: 'Bearer sk_test_local', ...init.headers } });

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('keys', () => {
  test('no key or a wrong one: refused', async () => {
    const none = await fetch(`${account.url}/v1/customers`);
    expect(none.status).toBe(401);
    const stranger = new StripeSdk('sk_test_1234567890abcdef', {
      host: '127.0.0.1',
      port: Number(new URL(account.url).port),
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    const refusal = await refusalOf(stranger.customers.list());
    expect(refusal).toBeInstanceOf(StripeSdk.errors.StripeAuthenticationError);
    expect(refusal.message).toContain('sk_test_************cdef');
  });

  test('Basic authentication carries the key as the user', async () => {
    const basic = Buffer.from('sk_test_local:').toString('base64');
    expect((await call('/v1/customers', { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
  });

  test.each([
    ['GET', '/v1/customers'],
    ['POST', '/v1/customers'],
    ['POST', '/v1/setup_intents'],
    ['POST', '/v1/subscriptions'],
    ['GET', '/v1/payment_methods/pm_x'],
    ['POST', '/v1/setup_intents/seti_x/cancel'],
  ])('the publishable key may not call %s %s', async (method, path) => {
    const { status, body } = await account.browser(method, path);
    expect(status).toBe(401);
    expect(body.error.code).toBe('secret_key_required');
  });
});

describe('unsupported input is refused by name', () => {
  test('an operation that the emulator lacks is refused by its method and path', async () => {
    const refusal = await refusalOf(account.stripe.payouts.create({ amount: 1, currency: 'jpy' }));
    expect(refusal.code).toBe('emulator_unsupported');
    expect(refusal.message).toContain('POST /v1/payouts');
    expect((await refusalOf(account.stripe.customers.search({ query: "email:'a'" }))).message).toContain(
      'GET /v1/customers/search',
    );
  });

  test('a parameter that Stripe knows and the emulator lacks is refused as unsupported', async () => {
    const refusal = await refusalOf(account.stripe.customers.create({ tax_exempt: 'exempt' }));
    expect(refusal.code).toBe('emulator_unsupported');
    expect(refusal.message).toContain('tax_exempt');
  });

  test('an unknown parameter is refused as Stripe refuses it', async () => {
    const response = await call('/v1/customers', { method: 'POST', headers: form, body: 'nome=x' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'parameter_unknown', param: 'nome' },
    });
    const nested = await call('/v1/customers', { method: 'POST', headers: form, body: 'address[planet]=mars' });
    expect(await nested.json()).toMatchObject({ error: { param: 'address[planet]' } });
  });

  test('another API version, a JSON body or a path outside /v1 is refused', async () => {
    expect((await call('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } })).status).toBe(400);
    const json = await call('/v1/customers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(400);
    expect((await call('/nothing')).status).toBe(404);
  });

  test('a wrong value is refused with the name of its parameter', async () => {
    const refused = async (body: string): Promise<unknown> =>
      (await call('/v1/prices', { method: 'POST', headers: form, body })).json();
    expect(await refused('unit_amount=1')).toMatchObject({ error: { code: 'parameter_missing', param: 'currency' } });
    expect(await refused('currency=jpy&product=p&unit_amount=1.5')).toMatchObject({
      error: { code: 'parameter_invalid_integer', param: 'unit_amount' },
    });
    expect(await refused('currency=')).toMatchObject({ error: { code: 'parameter_invalid_empty', param: 'currency' } });
    expect(await refused('active=yes')).toMatchObject({ error: { message: 'Invalid boolean: yes' } });
    expect(await refused('recurring[interval]=hour')).toMatchObject({
      error: { message: 'Invalid recurring[interval]: must be one of day, week, month, or year' },
    });
    expect(await refused('recurring=x')).toMatchObject({ error: { message: 'Invalid object' } });
  });
});

describe('idempotency', () => {
  test('the same key with the same parameters: the same response, and the work is done once', async () => {
    const options = { idempotencyKey: 'form-1' };
    const first = await account.stripe.customers.create({ name: 'A', email: 'a@example.com' }, options);
    const second = await account.stripe.customers.create({ email: 'a@example.com', name: 'A' }, options);
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    expect((await account.stripe.customers.list()).data).toHaveLength(1);
  });

  test('a key is used with other parameters or another operation: refused', async () => {
    const options = { idempotencyKey: 'form-2' };
    await account.stripe.customers.create({ name: 'A' }, options);
    expect(await refusalOf(account.stripe.customers.create({ name: 'B' }, options))).toBeInstanceOf(
      StripeSdk.errors.StripeIdempotencyError,
    );
    expect(await refusalOf(account.stripe.products.create({ name: 'A' }, options))).toBeInstanceOf(
      StripeSdk.errors.StripeIdempotencyError,
    );
  });

  test('a key is free again after 24 hours', async () => {
    const options = { idempotencyKey: 'form-3' };
    const first = await account.stripe.customers.create({ name: 'A' }, options);
    await account.advanceDays(1);
    expect((await account.stripe.customers.create({ name: 'A' }, options)).id).not.toBe(first.id);
  });

  test('a request refused before it ran: it can be tried again with the same key', async () => {
    const options = { idempotencyKey: 'form-4' };
    await refusalOf(account.stripe.prices.create({ currency: 'jpy', unit_amount: 1, product: 'prod_later' }, options));
    await account.stripe.products.create({ id: 'prod_later', name: 'Later' });
    const price = await account.stripe.prices.create(
      { currency: 'jpy', unit_amount: 1, product: 'prod_later' },
      options,
    );
    expect(price.product).toBe('prod_later');
  });

  test('a key whose first request still runs is a conflict', async () => {
    const request = {
      method: 'POST',
      url: '/v1/customers',
      headers: { authorization: 'Bearer sk_test_local', 'idempotency-key': 'twice' },
      body: Buffer.from('name=A'),
    };
    const responses = await Promise.all([account.emulator.respond(request), account.emulator.respond(request)]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await account.stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('lists', () => {
  test('a list comes newest first, in pages, forwards and backwards', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await account.stripe.customers.create({ name: String(index) })).id);
    const first = await account.stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await account.stripe.customers.list({ limit: 3, starting_after: ids[1] ?? '' });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(second.has_more).toBe(false);
    const back = await account.stripe.customers.list({ limit: 2, ending_before: ids[3] ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    expect(back.has_more).toBe(true);
    const all = await account.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  test('a wrong limit or cursor is refused', async () => {
    expect((await refusalOf(account.stripe.customers.list({ limit: 101 }))).param).toBe('limit');
    expect((await refusalOf(account.stripe.customers.list({ starting_after: 'cus_none' }))).code).toBe(
      'resource_missing',
    );
  });

  test('a list can be filtered by time of creation', async () => {
    await account.stripe.customers.create({});
    await account.advanceDays(1);
    const { id } = await account.stripe.customers.create({});
    expect(
      (await account.stripe.customers.list({ created: { gte: account.now() } })).data.map((one) => one.id),
    ).toEqual([id]);
  });
});

describe('expansion', () => {
  test('an expansion goes through lists and objects, at most four levels deep', async () => {
    const product = await account.stripe.products.create({ name: 'P' });
    await account.stripe.prices.create({ currency: 'jpy', unit_amount: 100, product: product.id });
    const { data } = await account.stripe.prices.list({ expand: ['data.product'] });
    expect(data[0]?.product).toMatchObject({ id: product.id, name: 'P' });
    const deep = await refusalOf(account.stripe.subscriptions.list({ expand: ['data.items.data.price.product'] }));
    expect(deep.message).toContain('more than 4 levels');
  });

  test('a field that cannot be expanded is refused, and the operation leaves nothing behind', async () => {
    const refusal = await refusalOf(account.stripe.customers.create({ name: 'A', expand: ['shoes'] }));
    expect(refusal.message).toContain('cannot be expanded (shoes)');
    expect((await account.stripe.customers.list()).data).toHaveLength(0);
  });
});

describe('browsers', () => {
  test('a page of any origin may call', async () => {
    const preflight = await fetch(`${account.url}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-headers': 'authorization,content-type' },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    const { headers } = await account.browser('GET', '/v1/setup_intents/seti_none', { client_secret: 'x' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('the publishable key may come as a parameter', async () => {
    const response = await fetch(`${account.url}/v1/payment_methods`, {
      method: 'POST',
      body: new URLSearchParams({ key: 'pk_test_local', type: 'card', 'card[token]': 'tok_visa' }),
    });
    expect(response.status).toBe(200);
  });
});

test('an operation is named by its method and path, as counts and faults name it', () => {
  const operationOf = (method: string, url: string): string =>
    account.emulator.operationOf({ method, url, headers: {}, body: Buffer.alloc(0) });
  expect(operationOf('POST', '/v1/customers/cus_1?x=1')).toBe('POST /v1/customers/{customer}');
  expect(operationOf('POST', '/v1/invoices/create_preview')).toBe('POST /v1/invoices/create_preview');
  expect(operationOf('GET', '/v1/refunds/re_123456789012')).toBe('GET /v1/refunds/{id}');
  expect(operationOf('POST', '/3ds/payatt_1')).toBe('POST /3ds/{authentication}');
  expect(operationOf('GET', '/i/token/pdf')).toBe('GET /i/{invoice}/pdf');
});
