import type { Stripe } from 'stripe';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import { logger } from '../../runtime/logger';
import { Browser } from '../../testing/browser';
import { deliverEvent, newestEvent } from '../../testing/deliver-events';
import { processing } from '../../testing/late-response';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import {
  createOtherPrice,
  createSubscribedShop,
  setCard,
  startOfYear,
  type ShopWish,
  type SubscribedShop,
} from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as changeQuantities } from './change-quantities';
import { handler as previewQuantities } from './preview-quantities';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  startOfYear(services);
  owner = await services.createOwner();
});

const day = 86_400_000;
const begin = async (wish: ShopWish): Promise<void> => {
  shop = await createSubscribedShop(services, owner, wish);
};
/** Ten of the 31 days from 15 January have passed; the amounts below are calculated with this. */
const beginAndWait = async (wish: ShopWish): Promise<void> => {
  await begin(wish);
  services.clock.advance(10 * day);
};
const send = (
  body: unknown,
  { key, who = owner.browser, id = shop.subscriptionId }: { key?: string; who?: Browser; id?: string } = {},
) =>
  who.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id },
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const preview = (body: unknown, id = shop.subscriptionId) =>
  owner.browser.send(previewQuantities, { method: 'POST', path: '/api', params: { id }, body });
const live = (): Promise<Stripe.Subscription> => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const items = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await live()).items.data.map((item) => [item.id, item.quantity ?? 0]));
const quantities = async (): Promise<number[]> => Object.values(await items());
const invoices = async (): Promise<Stripe.Invoice[]> =>
  (await services.stripe.invoices.list({ subscription: shop.subscriptionId })).data;
const charged = async (): Promise<number[]> => (await invoices()).map((invoice) => invoice.amount_paid);
const itemIds = async (): Promise<string[]> => Object.keys(await items());
const shownQuantities = (body: unknown): number[] =>
  (body as { shop: ShopRecord }).shop.subscriptions[0]?.items.map((item) => item.quantity) ?? [];
const writes = (): string[] =>
  services.operations.filter((one) => one.startsWith('stripe POST') && !one.includes('create_preview'));
/** The bank's page for the payment intent of the newest invoice. */
async function authenticate(outcome: 'complete' | 'fail'): Promise<void> {
  const [newest] = (
    await services.stripe.invoices.list({
      subscription: shop.subscriptionId,
      limit: 1,
      expand: ['data.payments.data.payment'],
    })
  ).data;
  const id = newest?.payments?.data[0]?.payment.payment_intent;
  const intent = await services.stripe.paymentIntents.retrieve(typeof id === 'string' ? id : '');
  const path = new URL(String(intent.next_action?.use_stripe_sdk?.['stripe_js']), services.urls.stripe).pathname;
  const response = await fetch(`${services.urls.stripe}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  });
  if (!response.ok) throw new Error(await response.text());
}

describe('more devices', () => {
  test('more devices in mid-period: charged as the preview showed, split into tiers, in effect at once', async () => {
    await beginAndWait({ total: 2 });
    const shown = await preview({ quantities: {}, total: 6, seen: await items() });
    expect(shown).toMatchObject({
      status: 200,
      body: {
        dueNow: 23_846,
        nextInvoice: { amount: 53_900, date: (await live()).items.data[0]?.current_period_end },
        monthly: { discount: 0, total: 53_900 },
      },
    });
    const { dueNow, prorationDate, dueNowLines, monthly } = shown.body as unknown as QuantityPreview;
    expect(dueNowLines).toEqual([
      { description: 'Revonizer 2〜4台目（お支払い済みの残り期間分の差し引き）', quantity: 1, amount: -5961 },
      { description: 'Revonizer 2〜4台目（次回更新までの残り期間分）', quantity: 3, amount: 17_884 },
      { description: 'Revonizer 5台目以降（次回更新までの残り期間分）', quantity: 2, amount: 11_923 },
    ]);
    expect(monthly.lines.map(({ quantity, unitAmount, amount }) => [quantity, unitAmount, amount])).toEqual([
      [1, 9900, 9900],
      [3, 8800, 26_400],
      [2, 8800, 17_600],
    ]);
    services.clock.advance(20 * 60_000);
    const response = await send({ quantities: {}, total: 6, seen: await items(), prorationDate });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: dueNow } } });
    expect(shownQuantities(response.body)).toEqual([1, 3, 2]);
    expect(await quantities()).toEqual([1, 3, 2]);
    expect(await charged()).toEqual([dueNow, 18_700]);
  });

  test('another tab changed the quantities: 409 QUANTITY_CHANGED, nothing charged', async () => {
    await begin({ total: 2 });
    const seen = await items();
    await send({ quantities: {}, total: 5, seen });
    const before = await charged();
    const second = await send({ quantities: {}, total: 3, seen });
    expect(second).toMatchObject({ status: 409, body: { code: 'QUANTITY_CHANGED' } });
    expect(await preview({ quantities: {}, total: 3, seen })).toMatchObject({
      status: 409,
      body: { code: 'QUANTITY_CHANGED' },
    });
    expect(await charged()).toEqual(before);
    expect(await quantities()).toEqual([1, 3, 1]);
  });

  test('another tab removed the item: 409 QUANTITY_CHANGED, and the shop is read again', async () => {
    const warranty = await createOtherPrice(services);
    await begin({ total: 2, others: [{ price: warranty, quantity: 1 }] });
    const seen = await items();
    const other = String((await itemIds())[2]);
    await services.stripe.subscriptions.update(shop.subscriptionId, {
      items: [{ id: other, deleted: true }],
      proration_behavior: 'none',
    });
    expect(await send({ quantities: { [other]: 2 }, seen })).toMatchObject({
      status: 409,
      body: { code: 'QUANTITY_CHANGED' },
    });
    expect((await services.partition(owner)).snapshots[0]?.record.subscriptions[0]?.items).toHaveLength(2);
  });

  test('the same request twice at once, with or without a key: one charge', async () => {
    for (const [total, key] of [
      [3, 'a-key-of-the-dialog-1'],
      [4, undefined],
    ] as const) {
      if (total === 3) await beginAndWait({ total: 2 });
      const count = (await invoices()).length;
      const options = key === undefined ? {} : { key };
      const responses = await Promise.all([
        send({ quantities: {}, total }, options),
        send({ quantities: {}, total }, options),
      ]);
      expect(responses.map(({ status, body }) => [status, (body['charge'] as Charge).status])).toEqual([
        [200, 'paid'],
        [200, 'paid'],
      ]);
      expect(await invoices()).toHaveLength(count + 1);
    }
    expect(await quantities()).toEqual([1, 3]);
  });

  test('two different changes at once: the second starts from the result of the first', async () => {
    await beginAndWait({ total: 2 });
    const seen = await items();
    const responses = await Promise.all([
      send({ quantities: {}, total: 3, seen }),
      send({ quantities: {}, total: 4, seen }),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await invoices()).toHaveLength(2);
  });

  test('more devices during the trial: nothing due now, all of them on the first invoice', async () => {
    await begin({ total: 1, trialDays: 35 });
    const shown = await preview({ quantities: {}, total: 5 });
    expect(shown.body).toMatchObject({
      dueNow: 0,
      dueNowLines: [],
      nextInvoice: { amount: 45_100, date: (await live()).trial_end },
    });
    expect(await send({ quantities: {}, total: 5 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    expect(await live()).toMatchObject({ status: 'trialing' });
    services.clock.advance(35 * day + 3_600_000);
    expect((await charged())[0]).toBe(45_100);
  });
});

describe('fewer devices', () => {
  test('fewer devices: no refund, the next invoice is lower, an item of quantity 0 is removed', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 6, others: [{ price: warranty, quantity: 2 }] });
    const [, , , other] = await itemIds();
    const shown = await preview({ quantities: { [String(other)]: 0 }, total: 1 });
    expect(shown.body).toMatchObject({ dueNow: 0, nextInvoice: { amount: 9900 }, monthly: { total: 9900 } });
    const response = await send({ quantities: { [String(other)]: 0, total: 1 } });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'none' } } });
    expect(await quantities()).toEqual([1, 0, 0, 0]);
    services.clock.advance(22 * day);
    expect(await charged()).toEqual([9900, 9900 + 26_400 + 17_600 + 2200]);
  });

  test('more of one item and fewer of another: the increase is paid first, the decrease follows', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    const [first, second, other] = await itemIds();
    const response = await send({
      quantities: { [String(first)]: 1, [String(second)]: 2, [String(other)]: 1 },
      total: 3,
    });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(await quantities()).toEqual([1, 2, 1]);
  });

  test('the quantities are already as asked: nothing is written', async () => {
    await begin({ total: 3 });
    services.operations.length = 0;
    expect(await send({ quantities: await items(), total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    expect(writes()).toEqual([]);
  });
});

describe('cards', () => {
  test('card declined: 402 with the reason, quantities as before, no open invoice, another card can pay', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    const twice = await Promise.all([send({ quantities: {}, total: 3 }), send({ quantities: {}, total: 3 })]);
    for (const response of twice)
      expect(response).toMatchObject({
        status: 402,
        body: { code: 'CARD_DECLINED', message: expect.stringContaining('カード') },
      });
    expect(await quantities()).toEqual([1, 1]);
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(await live()).toMatchObject({ status: 'active', pending_update: null });
    const { snapshots } = await services.partition(owner);
    expect(snapshots[0]?.record.payment_history.map(({ status }) => status)).toEqual(['canceled', 'paid']);
    await setCard(services, shop.customerId, 'pm_card_visa');
    services.clock.advance(1000);
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid', amount: 5962 } },
    });
  });

  test('no card: PAYMENT_METHOD_MISSING before anything is written; if nothing is due, no card is needed', async () => {
    const coupon = await services.stripe.coupons.create({ percent_off: 100, duration: 'forever' });
    await begin({ total: 2, discounts: [{ coupon: coupon.id }], card: null });
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    await services.stripe.subscriptions.update(shop.subscriptionId, { discounts: '' });
    services.operations.length = 0;
    expect(await send({ quantities: {}, total: 5 })).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_METHOD_MISSING' },
    });
    expect(writes()).toEqual([]);
    expect(await quantities()).toEqual([1, 2]);
  });

  test('3-D Secure asked for: the change waits, and is in effect when it is confirmed', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
    const asked = { quantities: {}, total: 3, seen: await items() };
    const response = await send(asked);
    const [invoice] = await invoices();
    expect(response).toMatchObject({
      status: 200,
      body: {
        charge: { status: 'requires_action', amount: 5962, clientSecret: expect.stringMatching(/^pi_.+_secret_/) },
      },
    });
    expect(shownQuantities(response.body)).toEqual([1, 1]);
    expect(response.body).toMatchObject({
      shop: {
        payment_history: [
          { amount: 5962, status: 'pending' },
          { amount: 18_700, status: 'paid' },
        ],
      },
    });
    expect(invoice?.status).toBe('open');
    expect((await send(asked)).body['charge']).toEqual(response.body['charge']);
    expect(await invoices()).toHaveLength(2);
    await authenticate('complete');
    expect(await quantities()).toEqual([1, 2]);
    expect(await send(asked)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(await charged()).toEqual([5962, 18_700]);
  });

  test('3-D Secure failed: the next request is declined; abandoned: it expires within a day', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
    await send({ quantities: {}, total: 3 });
    await authenticate('fail');
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
    services.clock.advance(1000);
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({ body: { charge: { status: 'requires_action' } } });
    services.clock.advance(day);
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'void', 'paid']);
    expect(await quantities()).toEqual([1, 1]);
  });

  test('3-D Secure confirmed elsewhere: Stripe’s event completes the change', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
    const [, , other] = await itemIds();
    expect(await send({ quantities: { [String(other)]: 0 }, total: 3 })).toMatchObject({
      body: { charge: { status: 'requires_action' } },
    });
    expect(await quantities()).toEqual([1, 1, 2]);
    await authenticate('complete');
    expect(await quantities()).toEqual([1, 2, 2]);
    const event = await newestEvent(services, 'customer.subscription.pending_update_applied');
    const statuses = [];
    for (const delivered of [event, event]) statuses.push((await deliverEvent(services, delivered)).status);
    expect(statuses).toEqual([200, 200]);
    expect(await quantities()).toEqual([1, 2, 0]);
    expect(await charged()).toEqual([5962, 20_900]);
    expect((await services.partition(owner)).snapshots[0]?.record.subscriptions[0]?.items).toHaveLength(2);
  });

  test('another change while one waits for 3-D Secure: the waiting one is withdrawn', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
    await send({ quantities: {}, total: 3 });
    await setCard(services, shop.customerId, 'pm_card_visa');
    expect(await send({ quantities: {}, total: 4 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid' } },
    });
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
    expect(await quantities()).toEqual([1, 3]);
  });
});

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

  test('a subscription that is over or not paid: SUBSCRIPTION_NOT_CHANGEABLE or SUBSCRIPTION_OVERDUE', async () => {
    await begin({ total: 2 });
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    services.clock.advance(32 * day);
    for (const call of [send, preview])
      expect(await call({ quantities: {}, total: 3 })).toMatchObject({
        status: 409,
        body: { code: 'SUBSCRIPTION_OVERDUE' },
      });
    await services.stripe.subscriptions.cancel(shop.subscriptionId);
    for (const call of [send, preview])
      expect(await call({ quantities: {}, total: 3 })).toMatchObject({
        status: 409,
        body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE' },
      });
    expect((await services.partition(owner)).snapshots[0]?.record.subscriptions[0]?.status).toBe('canceled');
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
        .partition(owner)
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

  test('Stripe fails when the shop is read back: the change stays, and the next list reads the shop', async () => {
    await beginAndWait({ total: 2 });
    let changed = false;
    services.inject((_service, operation) => {
      if (operation.startsWith(update)) changed = true;
      return changed && operation === 'GET /v1/subscriptions' ? 'down' : 'pass';
    });
    const response = await send({ quantities: {}, total: 3 });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(shownQuantities(response.body)).toEqual([1, 1]);
    expect((await services.partition(owner)).snapshots[0]).toHaveProperty('changedAtMs');
  });
});
