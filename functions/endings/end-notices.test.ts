import type { Fault } from '../../local/testing/functions';
import { cancelSubscription, setAutoRenewal } from './calls';
import type { SubscriptionNotice } from '#functions/mails/notices-table';
import { listNotices } from '#functions/testing/notices';
import { logger } from '#functions/platform/logger';
import { cutAt } from '#functions/testing/cut-off';
import { deliverEvents, skipEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, type ShopWish, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { refreshShop } from '#functions/shops/refresh-shop';

/** Whoever ends a subscription, and whatever fails: its owner gets one mail of it, and it says what is so then. */
const services = testServices(startPaymentServices);
const day = 86_400;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(logger, level).mockImplementation(() => undefined);
});

const begin = async (wish: ShopWish = {}): Promise<void> => {
  await services.startAfresh();
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2, ...wish });
  await skipEvents(services);
};
const now = (): number => Math.floor(services.clock.now() / 1000);
const advance = async (seconds: number): Promise<void> => {
  services.clock.advance(seconds * 1000);
  await services.emulator.tick();
};
const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const post = (handler: typeof cancelSubscription, body?: unknown) =>
  owner.browser.send(handler, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    ...(body !== undefined && { body }),
  });
const cancel = () => post(cancelSubscription);
const renewal = (autoRenewal: boolean) => post(setAutoRenewal, { autoRenewal });

/** What the owner was told of ends: kind, day and debt. */
const told = async () =>
  (await listNotices(now()))
    .filter((notice): notice is Extract<typeof notice, SubscriptionNotice> =>
      ['will-end', 'ended', 'end-withdrawn'].includes(notice.kind),
    )
    .map(({ kind, subscription: { endsAt, owed } }) => ({ kind, endsAt, owed }));
const kinds = async () => (await told()).map(({ kind }) => kind).toSorted();

describe('by the portal', () => {
  test('at once: told with its day; a repeat gets the same response, and Stripe’s events add nothing', async () => {
    await begin();
    const [first, second] = [await cancel(), await cancel()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const ended = { subscriptions: [{ status: 'canceled', ended_at: now() }] };
    for (const { body } of [first, second]) expect(body).toMatchObject({ shop: ended });
    await deliverEvents(services);
    expect(await told()).toEqual([{ kind: 'ended', endsAt: now(), owed: 0 }]);
  });

  test('twice at the same moment, or both ways: one end, one mail of it', async () => {
    await begin();
    const responses = await Promise.all([cancel(), cancel()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kinds()).toEqual(['ended']);
    await begin();
    await Promise.all([cancel(), renewal(false)]);
    await deliverEvents(services);
    expect((await live()).status).toBe('canceled');
    expect((await kinds()).filter((kind) => kind === 'ended')).toEqual(['ended']);
  });

  test('at the renewal, taken back, and again within a minute: each is told; its day comes: told', async () => {
    await begin();
    const endsAt = (await live()).items.data[0]?.current_period_end;
    for (const on of [false, true, false]) expect((await renewal(on)).status).toBe(200);
    const ends = { kind: 'will-end', endsAt, owed: 0 };
    const goesOn = { kind: 'end-withdrawn', endsAt: undefined, owed: 0 };
    expect(await told()).toEqual(expect.arrayContaining([ends, goesOn, ends]));
    expect(await told()).toHaveLength(3);
    await advance(40 * day);
    await deliverEvents(services);
    await deliverEvents(services, { again: true });
    expect((await told()).filter(({ kind }) => kind === 'ended')).toEqual([{ kind: 'ended', endsAt, owed: 0 }]);
  });

  test('an order that was never paid ends: its invoice is void, and nothing was confirmed that could end', async () => {
    await begin({ total: 1, card: 'pm_card_chargeCustomerFail' });
    expect((await cancel()).status).toBe(200);
    const { data } = await services.stripe.invoices.list({ customer: shop.customerId });
    expect(data.map(({ status }) => status)).toEqual(['void']);
    expect(await told()).toEqual([]);
  });
});

describe('at Stripe', () => {
  test('staff plan an end, move it and take it back: each is told', async () => {
    await begin();
    const at = now() + 100 * day;
    for (const end of [at, at + day]) {
      await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at: end });
      await advance(60);
      await deliverEvents(services);
    }
    expect((await told()).map(({ kind, endsAt }) => [kind, endsAt])).toEqual([
      ['will-end', at],
      ['will-end', at + day],
    ]);
    await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at: '' });
    await advance(60);
    await deliverEvents(services);
    expect((await told()).at(-1)).toEqual({ kind: 'end-withdrawn', endsAt: undefined, owed: 0 });
  });

  test('staff end a subscription before its planned day: the mail has the day on which it ended', async () => {
    await begin();
    await renewal(false);
    await advance(5 * day);
    await services.stripe.subscriptions.cancel(shop.subscriptionId);
    await deliverEvents(services);
    expect((await told()).find(({ kind }) => kind === 'ended')).toEqual({ kind: 'ended', endsAt: now(), owed: 0 });
  });

  test('a trial without a card ends with it', async () => {
    await begin({ trialDays: 10, card: null });
    await services.stripe.subscriptions.update(shop.subscriptionId, {
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    const { trial_end: end } = await live();
    await advance(11 * day);
    await deliverEvents(services);
    expect(await told()).toEqual([{ kind: 'ended', endsAt: end, owed: 0 }]);
  });

  test('its customer is deleted there, which ends it', async () => {
    await begin();
    await services.stripe.customers.del(shop.customerId);
    await refreshShop(owner.userId, shop.customerId);
    expect(await told()).toEqual([{ kind: 'ended', endsAt: now(), owed: 0 }]);
  });

  test('a renewal is late: the mail names the debt as it is at the end', async () => {
    await begin();
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    await advance(32 * day);
    await deliverEvents(services);
    await renewal(false);
    expect(await told()).toMatchObject([{ kind: 'will-end', owed: 18_700 }]);
    await setCard(services, shop.customerId, 'pm_card_visa');
    const { data } = await services.stripe.invoices.list({ subscription: shop.subscriptionId, status: 'open' });
    for (const { id } of data) await services.stripe.invoices.pay(id);
    await advance(32 * day);
    await deliverEvents(services);
    expect(await told()).toMatchObject([{ kind: 'ended', owed: 0 }]);
  });
});

describe('cut off at any of its writes, or each response lost: Stripe’s events and a repeat leave one state', () => {
  const calls: [string, () => Promise<{ status: number }>, boolean, string[]][] = [
    ['at once', cancel, false, ['ended']],
    ['at the renewal', () => renewal(false), false, ['will-end']],
    ['taken back', () => renewal(true), true, ['end-withdrawn', 'will-end']],
  ];
  test.each(calls.flatMap((call) => (['down', 'lost'] as const).map((fault: Fault) => [...call, fault] as const)))(
    '%s',
    async (_what, call, ends, expected, fault) => {
      for (let writes = 0; ; writes += 1) {
        await begin();
        if (ends) await renewal(false);
        await advance(60);
        const wasCut = cutAt(services, writes, fault);
        await call();
        services.clearFaults();
        if (!wasCut()) break;
        await advance(60);
        await deliverEvents(services);
        expect({ writes, status: (await call()).status }).toEqual({ writes, status: 200 });
        await deliverEvents(services);
        expect({ writes, kinds: await kinds() }).toEqual({ writes, kinds: expected });
      }
      expect(await kinds()).toEqual(expected);
    },
  );
});
