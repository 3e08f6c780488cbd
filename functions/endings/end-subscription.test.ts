import type { Stripe } from 'stripe';
import type { ShopRecord } from '#shared/model/customer';
import { monthsLater } from '#shared/model/japan-time';
import { logger } from '#functions/platform/logger';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, type ShopWish, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { cancelSubscription, previewEnding, setAutoRenewal } from './calls';
import { changeQuantities, previewQuantities } from '#functions/quantities/calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
});

const day = 86_400_000;
const begin = async (wish: ShopWish = { total: 2 }): Promise<void> => {
  shop = await createSubscribedShop(services, owner, wish);
};
const send = (handler: typeof cancelSubscription, body?: unknown, who = owner, id = shop.subscriptionId) =>
  who.browser.send(handler, { method: 'POST', path: '/api', params: { id }, ...(body !== undefined && { body }) });
const live = (): Promise<Stripe.Subscription> => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const shown = (body: unknown) => (body as { shop: ShopRecord }).shop.subscriptions[0];
const writes = (): string[] => services.operations.filter((one) => /^stripe (POST|DELETE)/.test(one));

describe('auto-renewal', () => {
  test('without a body and with an empty one: toggles in both directions', async () => {
    await begin();
    const off = await send(setAutoRenewal);
    expect(off.status).toBe(200);
    expect(shown(off.body)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect((await live()).cancel_at).toBe((await live()).items.data[0]?.current_period_end);
    expect(shown((await send(setAutoRenewal, {})).body)).toMatchObject({ cancel_at_period_end: false });
    expect(await live()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  test('with a value: set to it; if it is set already, nothing is written', async () => {
    await begin();
    expect(shown((await send(setAutoRenewal, { autoRenewal: false })).body)).toMatchObject({
      cancel_at_period_end: true,
    });
    services.operations.length = 0;
    expect(shown((await send(setAutoRenewal, { autoRenewal: false })).body)).toMatchObject({
      cancel_at_period_end: true,
    });
    expect(writes()).toEqual([]);
    expect(shown((await send(setAutoRenewal, { autoRenewal: true })).body)).toMatchObject({
      cancel_at_period_end: false,
    });
    expect(await send(setAutoRenewal, { autoRenewal: 'yes' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { autoRenewal: expect.any(String) } },
    });
  });

  test('with other keys alone: refused, because it means something else; beside a value: dropped', async () => {
    await begin();
    for (const body of [{ auto_renewal: true }, { cancel_at_period_end: false }, { autoRenewal: null }, []])
      expect(await send(setAutoRenewal, body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await live()).cancel_at).toBeNull();
    const both = { autoRenewal: false, auto_renewal: true };
    expect(shown((await send(setAutoRenewal, both)).body)).toMatchObject({ cancel_at_period_end: true });
  });

  test('in the very second of the renewal: off ends the period that has begun, on comes too late', async () => {
    await begin();
    const switchLate = async (autoRenewal: boolean) => {
      const end = (await live()).items.data[0]?.current_period_end ?? 0;
      services.clock.advance(end * 1000 - 500 - services.clock.now());
      services.inject((_service, operation) => {
        if (operation === 'POST /v1/subscriptions/{subscription}') services.clock.advance(500);
        return 'pass';
      });
      return { end, ...(await send(setAutoRenewal, { autoRenewal })) };
    };
    const off = await switchLate(false);
    expect(shown(off.body)?.ends_at).toBe(monthsLater(off.end, 1));
    expect(await switchLate(true)).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE' } });
    expect(await live()).toMatchObject({ status: 'canceled', ended_at: monthsLater(off.end, 1) });
  });

  test('an end at a date of its own counts as an end, and switching on clears it', async () => {
    await begin();
    await services.stripe.subscriptions.update(shop.subscriptionId, {
      cancel_at: services.clock.now() / 1000 + 100 * 86_400,
    });
    expect(shown((await send(setAutoRenewal)).body)).toMatchObject({ cancel_at_period_end: false });
    expect((await live()).cancel_at).toBeNull();
  });

  test('off: it ends with its period, nothing more is billed, and its preview says so', async () => {
    await begin();
    const end = (await live()).items.data[0]?.current_period_end;
    await send(setAutoRenewal);
    const preview = await send(previewQuantities, { quantities: {}, total: 3 });
    expect(preview).toMatchObject({
      status: 200,
      body: { nextInvoice: { amount: 0, date: end }, monthly: { total: 27_500 } },
    });
    services.clock.advance(40 * day);
    expect(await live()).toMatchObject({ status: 'canceled', ended_at: end });
    expect((await services.stripe.invoices.list({ subscription: shop.subscriptionId })).data).toHaveLength(1);
    expect(await send(setAutoRenewal)).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE' } });
  });

  test('another user’s subscription: 404 like one that does not exist', async () => {
    await begin();
    const stranger = await services.createOwner('stranger@example.jp');
    for (const handler of [setAutoRenewal, cancelSubscription, previewEnding]) {
      const [theirs, none] = [
        await send(handler, undefined, stranger),
        await send(handler, undefined, stranger, 'sub_none'),
      ];
      expect(theirs).toMatchObject({ status: 404, body: { code: 'SUBSCRIPTION_NOT_FOUND' } });
      expect(theirs.body).toEqual(none.body);
    }
    expect(await live()).toMatchObject({ status: 'active', cancel_at: null });
  });
});

describe('canceling', () => {
  test('ends at once, for good, without refund; a second call changes nothing', async () => {
    await begin();
    services.clock.advance(10 * day);
    const responses = await Promise.all([send(cancelSubscription), send(cancelSubscription)]);
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(shown(response.body)).toMatchObject({ status: 'canceled', cancel_at_period_end: false });
    }
    services.operations.length = 0;
    expect(await send(cancelSubscription)).toMatchObject({ status: 200 });
    expect(writes()).toEqual([]);
    expect((await services.stripe.invoices.list({ subscription: shop.subscriptionId })).data).toHaveLength(1);
    expect(await services.stripe.customers.retrieve(shop.customerId)).toMatchObject({ balance: 0 });
  });

  test('unpaid: the owed amount stays owed, and Stripe does not try it again', async () => {
    await begin();
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    services.clock.advance(32 * day);
    expect((await live()).status).toBe('past_due');
    expect(shown((await send(cancelSubscription)).body)).toMatchObject({ status: 'canceled' });
    services.clock.advance(30 * day);
    const { data } = await services.stripe.invoices.list({ subscription: shop.subscriptionId });
    expect(data.map(({ status }) => status)).toEqual(['open', 'paid']);
  });

  test('an increase that waits for 3-D Secure: it is withdrawn', async () => {
    await begin();
    services.clock.advance(10 * day);
    await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
    expect(await send(changeQuantities, { quantities: {}, total: 3 })).toMatchObject({
      body: { charge: { status: 'requires_action' } },
    });
    await send(cancelSubscription);
    const { data } = await services.stripe.invoices.list({ subscription: shop.subscriptionId });
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  test('Stripe is down: nothing changes; a response is lost: it changes once', async () => {
    await begin();
    const quiet = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
    for (const handler of [cancelSubscription, setAutoRenewal])
      expect(await send(handler)).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
    services.clearFaults();
    expect(await live()).toMatchObject({ status: 'active', cancel_at: null });
    let lost = false;
    services.inject((_service, operation) => {
      if (!operation.startsWith('DELETE /v1/subscriptions') || lost) return 'pass';
      lost = true;
      return 'lost';
    });
    expect(shown((await send(cancelSubscription)).body)).toMatchObject({ status: 'canceled' });
    expect(lost).toBe(true);
    quiet.mockRestore();
  });
});
