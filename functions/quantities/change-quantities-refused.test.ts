import type { QuantityPreview } from '#shared/model/pricing';
import { logger } from '#functions/platform/logger';
import { Browser } from '#functions/testing/browser';
import { processing } from '#functions/testing/late-response';
import { day, testQuantities } from '#functions/testing/quantity-change';
import { createOtherPrice, setCard } from '#functions/testing/subscribed';

const {
  services,
  current,
  begin,
  beginAndWait,
  send,
  preview,
  live,
  items,
  quantities,
  charged,
  itemIds,
  shownQuantities,
} = testQuantities();

describe('refusals', () => {
  const field = (response: Awaited<ReturnType<typeof send>>): string[] => {
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    return Object.keys(response.body['fields'] as object);
  };

  test('illegal quantities: INVALID_INPUT, named by field', async () => {
    const warranty = await createOtherPrice(services);
    await begin({ total: 5, others: [{ price: warranty, quantity: 1 }] });
    const [first, second, third] = (await itemIds()).map(String);
    expect(field(await send({ quantities: { si_of_others: 1 }, total: 5 }))).toEqual(['quantities.si_of_others']);
    expect(field(await send({ quantities: { [String(second)]: 2 }, total: 5 }))).toEqual([`quantities.${second}`]);
    expect(field(await send({ quantities: { [String(second)]: 2 } }))).toEqual([`quantities.${second}`]);
    expect(field(await send({ quantities: { [String(first)]: 2 } }))).toEqual([`quantities.${first}`]);
    expect(field(await send({ quantities: { [String(third)]: 99 } }))).toEqual([`quantities.${third}`]);
    expect(field(await send({ quantities: { total: 6 }, total: 5 }))).toEqual(['quantities.total']);
    expect(field(await send({ quantities: {}, total: 0 }))).toEqual(['total']);
    expect(field(await send({ quantities: {}, total: 100 }))).toEqual(['total']);
    expect(field(await preview({ quantities: { si_of_others: 1 } }))).toEqual(['quantities.si_of_others']);
    expect(await quantities()).toEqual([1, 3, 1, 1]);
  });

  test('a total without devices, or 0 of everything: INVALID_INPUT', async () => {
    const warranty = await createOtherPrice(services);
    await begin({ others: [{ price: warranty, quantity: 1 }] });
    const [only] = (await itemIds()).map(String);
    expect(field(await send({ quantities: {}, total: 2 }))).toEqual(['total']);
    expect(field(await send({ quantities: { [String(only)]: 0 } }))).toEqual([`quantities.${only}`]);
    expect(await send({ quantities: { [String(only)]: 3 } })).toMatchObject({ status: 200 });
    expect(await quantities()).toEqual([3]);
  });

  // ASVS 2.3.1
  test('a preview from half an hour ago, from tomorrow or from the last period: PREVIEW_EXPIRED', async () => {
    await beginAndWait({ total: 2 });
    const { prorationDate } = (await preview({ quantities: {}, total: 3 })).body as unknown as QuantityPreview;
    expect(await send({ quantities: {}, total: 3, prorationDate: prorationDate + 61 })).toMatchObject({
      status: 409,
      body: { code: 'PREVIEW_EXPIRED' },
    });
    services.clock.advance(30 * 60_000 + 1000);
    expect(await send({ quantities: {}, total: 3, prorationDate })).toMatchObject({
      status: 409,
      body: { code: 'PREVIEW_EXPIRED' },
    });
    services.clock.advance(21 * day - 30 * 60_000);
    expect(
      await send({ quantities: {}, total: 3, prorationDate: (await live()).items.data[0]!.current_period_start - 1 }),
    ).toMatchObject({ status: 409, body: { code: 'PREVIEW_EXPIRED' } });
    expect(await quantities()).toEqual([1, 1]);
  });

  test('more would be charged than was shown: PRICE_CHANGED, nothing changes; the new amount is accepted', async () => {
    await beginAndWait({ total: 2 });
    const asked = { quantities: {}, total: 3 };
    const shown = (await preview(asked)).body as unknown as QuantityPreview;
    const { customerId, subscriptionId } = current.shop;
    const waiting = { amount: 1_500, currency: 'jpy', description: '再配達の送料' };
    await services.stripe.invoiceItems.create({ customer: customerId, subscription: subscriptionId, ...waiting });
    const { prorationDate } = shown;
    expect(await send({ ...asked, prorationDate, dueNow: shown.dueNow })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', message: expect.stringContaining('台数の変更や請求は行われていません') },
    });
    expect([await quantities(), await charged()]).toEqual([[1, 1], [18_700]]);
    const { dueNow } = (await preview(asked)).body as unknown as QuantityPreview;
    expect(dueNow).toBe(shown.dueNow + 1_500);
    expect(await send({ ...asked, prorationDate, dueNow })).toMatchObject({
      status: 200,
      body: { charge: { amount: dueNow } },
    });
  });

  test('Stripe was down at the press, and more would be charged at the next one: PRICE_CHANGED too', async () => {
    await beginAndWait({ total: 2 });
    const asked = { quantities: {}, total: 3 };
    const { prorationDate, dueNow } = (await preview(asked)).body as unknown as QuantityPreview;
    const press = () => send({ ...asked, prorationDate, dueNow }, { key: 'the-key-of-this-form' });
    services.inject((_service, operation) => (operation === 'POST /v1/subscriptions/{subscription}' ? 'down' : 'pass'));
    expect((await press()).status).toBeGreaterThanOrEqual(409);
    services.clearFaults();
    const { customerId, subscriptionId } = current.shop;
    const waiting = { amount: 1_500, currency: 'jpy', description: '再配達の送料' };
    await services.stripe.invoiceItems.create({ customer: customerId, subscription: subscriptionId, ...waiting });
    expect(await press()).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } });
    expect([await quantities(), await charged()]).toEqual([[1, 1], [18_700]]);
  });

  test('nothing was shown as due, and nothing would be: the change is made; anything else is refused', async () => {
    await beginAndWait({ total: 3 });
    expect(await send({ quantities: {}, total: 2, dueNow: 500 })).toMatchObject({ body: { code: 'PRICE_CHANGED' } });
    expect(await send({ quantities: {}, total: 2, dueNow: 0 })).toMatchObject({ status: 200 });
    expect(await quantities()).toEqual([1, 1]);
  });

  test('a subscription that is over or not paid: SUBSCRIPTION_NOT_CHANGEABLE or SUBSCRIPTION_OVERDUE', async () => {
    await begin({ total: 2 });
    await setCard(services, current.shop.customerId, 'pm_card_chargeCustomerFail');
    services.clock.advance(32 * day);
    for (const call of [send, preview])
      expect(await call({ quantities: {}, total: 3 })).toMatchObject({
        status: 409,
        body: { code: 'SUBSCRIPTION_OVERDUE' },
      });
    await services.stripe.subscriptions.cancel(current.shop.subscriptionId);
    for (const call of [send, preview])
      expect(await call({ quantities: {}, total: 3 })).toMatchObject({
        status: 409,
        body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE' },
      });
    expect((await services.userItems(current.owner)).snapshots[0]?.record.subscriptions[0]?.status).toBe('canceled');
  });

  test('another user’s subscription: 404; not signed in: 401; nothing changes', async () => {
    await begin({ total: 2 });
    const stranger = await services.createOwner('stranger@example.jp');
    const body = { quantities: {}, total: 3 };
    const [theirs, none] = [
      await send(body, { who: stranger.browser }),
      await send(body, { who: stranger.browser, id: 'sub_none' }),
    ];
    expect(theirs).toMatchObject({ status: 404, body: { code: 'SUBSCRIPTION_NOT_FOUND' } });
    expect(theirs.body).toEqual(none.body);
    expect(await send(body, { who: new Browser() })).toMatchObject({ status: 401 });
    expect(await quantities()).toEqual([1, 1]);
  });
});

test('the period ends while an increase is on its way: PREVIEW_EXPIRED, nothing is charged', async () => {
  await begin({ total: 2 });
  const [{ current_period_end: end } = { current_period_end: 0 }] = (await live()).items.data;
  services.clock.advance(end * 1000 - 1_000 - services.clock.now());
  services.inject((_service, operation) => {
    if (operation === 'POST /v1/subscriptions/{subscription}') services.clock.advance(1_000);
    return 'pass';
  });
  expect(await send({ quantities: {}, total: 3 })).toMatchObject({ status: 409, body: { code: 'PREVIEW_EXPIRED' } });
  services.clearFaults();
  expect([await quantities(), await charged()]).toEqual([
    [1, 1],
    [0, 18_700],
  ]);
  expect(await send({ quantities: {}, total: 3 })).toMatchObject({
    body: { charge: { status: 'paid', amount: 8_800 } },
  });
});

describe('while Stripe fails', () => {
  const update = 'POST /v1/subscriptions/{subscription}';
  /** Fails from the `nth` update of the subscription on, with all its retries; with `lost`, Stripe carries it out. */
  const failFrom = (nth: number, how: 'down' | 'lost'): void => {
    let seen = 0;
    let failing = false;
    services.inject((_service, operation) => {
      if (operation.startsWith(update) && (seen += 1) >= nth) failing = true;
      return failing && operation.includes('/v1/') ? how : 'pass';
    });
  };
  let quiet: jest.SpyInstance;
  beforeEach(() => {
    quiet = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => quiet.mockRestore());

  test.each(['down', 'lost'] as const)('Stripe fails before the charge (%s): the retry charges once', async (how) => {
    await beginAndWait({ total: 2 });
    failFrom(1, how);
    const asked = {
      quantities: {},
      total: 3,
      seen: await services
        .userItems(current.owner)
        .then(({ snapshots }) =>
          Object.fromEntries(
            snapshots[0]!.record.subscriptions[0]!.items.map((item) => [item.subscription_item_id, item.quantity]),
          ),
        ),
    };
    expect(await send(asked)).toMatchObject({ status: 409, body: processing });
    services.clearFaults();
    expect(await send(asked)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(await charged()).toEqual([5962, 18_700]);
    expect(await quantities()).toEqual([1, 2]);
  });

  test('Stripe fails after the paid increase: the retry does the rest', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    const other = String((await itemIds())[2]);
    const asked = { quantities: { [other]: 0 }, total: 3, seen: await items() };
    failFrom(2, 'down');
    expect(await send(asked)).toMatchObject({ status: 503 });
    services.clearFaults();
    expect(await quantities()).toEqual([1, 2, 2]);
    expect(await send(asked)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(await quantities()).toEqual([1, 2, 0]);
    expect(await charged()).toEqual([5962, 20_900]);
  });

  test.each([
    ['more', 3],
    ['fewer', 1],
  ])('Stripe fails before the change, and the subscription ends: the retry for %s is refused', async (_what, total) => {
    await beginAndWait({ total: 2 });
    failFrom(1, 'down');
    await send({ quantities: {}, total });
    services.clearFaults();
    await services.stripe.subscriptions.cancel(current.shop.subscriptionId);
    const refused = { status: 409, body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE' } };
    expect(await send({ quantities: {}, total })).toMatchObject(refused);
  });

  test('Stripe fails after the paid increase, and the subscription ends: the retry returns the charge', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    const asked = { quantities: { [String((await itemIds())[2])]: 0 }, total: 3 };
    failFrom(2, 'down');
    await send(asked);
    services.clearFaults();
    await services.stripe.subscriptions.cancel(current.shop.subscriptionId);
    expect(await send(asked)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
  });

  test('Stripe responds with 500 and keeps that under the key: the next request uses another key', async () => {
    await beginAndWait({ total: 2 });
    const keys: unknown[] = [];
    const failure = {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { type: 'api_error', message: 'It broke' } }),
    };
    let fails = true;
    services.inject((_service, operation, request) => {
      if (!operation.startsWith(update)) return 'pass';
      keys.push(request.headers['idempotency-key']);
      return fails ? failure : 'pass';
    });
    const asked = { quantities: {}, total: 3 };
    expect(await send(asked, { key: 'a-key-of-the-dialog-1' })).toMatchObject({ status: 409, body: processing });
    fails = false;
    expect(await send(asked, { key: 'a-key-of-the-dialog-1' })).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid', amount: 5962 } },
    });
    expect(new Set(keys).size).toBe(2);
  });

  test('Stripe fails when the shop is refreshed: the change stays, and the next list reads the shop', async () => {
    await beginAndWait({ total: 2 });
    let changed = false;
    services.inject((_service, operation) => {
      if (operation.startsWith(update)) changed = true;
      return changed && operation === 'GET /v1/subscriptions' ? 'down' : 'pass';
    });
    const response = await send({ quantities: {}, total: 3 });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(shownQuantities(response.body)).toEqual([1, 1]);
    expect((await services.userItems(current.owner)).snapshots[0]).toHaveProperty('changedAtMs');
  });
});
