import { trialDays } from '#shared/model/pricing';
import type { Stripe } from 'stripe';
import { Browser } from '#functions/testing/browser';
import { listNotices } from '#functions/testing/notices';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { authenticate, createPlainShop, saveCard } from '#functions/testing/save-card';
import { createOtherPrice, createSubscribedShop, setCard, tierItems, tierPrices } from '#functions/testing/subscribed';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { testServices } from '#functions/testing/test-services';
import { createSubscription } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let priceOf: Record<string, string>;

beforeEach(async () => {
  owner = await services.createOwner();
  priceOf = await tierPrices(services);
});

const itemsFor = (total: number) => tierItems(priceOf, total);
let keys = 0;
const subscribe = (
  customerId: string,
  body: object = {},
  { key = `the-key-of-this-form-${(keys += 1)}`, who = owner } = {},
) =>
  who.browser.send(createSubscription, {
    method: 'POST',
    path: '/api',
    params: { customerId },
    body: { items: itemsFor(5), ...body },
    headers: { 'idempotency-key': key },
  });
const subscriptions = async (customer: string) =>
  (await services.stripe.subscriptions.list({ customer, status: 'all' })).data.toReversed();
const statuses = async (customer: string) => (await subscriptions(customer)).map((one) => one.status);
/** The money that was taken, and the money that could still be taken. */
const money = async (customer: string) => {
  const { data } = await services.stripe.paymentIntents.list({ customer });
  const of = (...wanted: Stripe.PaymentIntent.Status[]) =>
    data.filter((one) => wanted.includes(one.status)).map((one) => one.amount);
  return {
    taken: of('succeeded'),
    open: of('requires_action', 'requires_confirmation', 'requires_payment_method', 'processing'),
  };
};
/** A shop that had a subscription before, so that the next one is paid at once. */
const formerShop = async (card: string): Promise<string> => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1, trialDays });
  await services.stripe.subscriptions.cancel(subscriptionId);
  await setCard(services, customerId, card);
  return customerId;
};
const refusal = (response: ReturnType<typeof subscribe>) => response.then(({ status, body }) => [status, body['code']]);

test('a shop’s first subscription: a trial with the saved card', async () => {
  const customerId = await createPlainShop(services, owner);
  const paymentMethodId = await saveCard(services, owner);
  const { status, body } = await subscribe(customerId, { paymentMethodId });
  const [subscription] = await subscriptions(customerId);
  expect([status, body['subscriptionId'], body['charge']]).toEqual([200, subscription?.id, { status: 'none' }]);
  expect(subscription).toMatchObject({
    status: 'trialing',
    default_payment_method: paymentMethodId,
    trial_end: Math.floor(services.clock.now() / 1000) + trialDays * 86_400,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    payment_settings: { save_default_payment_method: 'off', payment_method_types: ['card'] },
    billing_mode: { type: 'flexible' },
    default_tax_rates: [{ display_name: '消費税', percentage: 10, inclusive: true }],
    metadata: { userId: owner.userId },
  });
  expect(subscription?.items.data.map(({ price, quantity }) => ({ price: price.id, quantity }))).toEqual(itemsFor(5));
  expect((body['shop'] as { subscriptions: unknown[] }).subscriptions).toEqual([
    expect.objectContaining({ id: subscription?.id, status: 'trialing' }),
  ]);
});

test('a later subscription: paid at once by the shop’s card', async () => {
  const customerId = await formerShop('pm_card_visa');
  const { status, body } = await subscribe(customerId);
  expect([status, body['charge']]).toEqual([200, { status: 'paid', amount: 9_900 + 4 * 8_800 }]);
  expect(await statuses(customerId)).toEqual(['canceled', 'active']);
  expect(await money(customerId)).toEqual({ taken: [45_100], open: [] });
  expect((body['shop'] as { payment_history: unknown[] }).payment_history[0]).toMatchObject({
    amount: 45_100,
    status: 'paid',
  });
});

test('a promotion code lowers the price; an unknown, expired or unsuitable one: refused, nothing made', async () => {
  const customerId = await formerShop('pm_card_visa');
  const coupon = { percent_off: 50, duration: 'once' } as const;
  await makePromotionCode(services, 'HALF', coupon);
  await makePromotionCode(services, 'FIRST', coupon, {
    restrictions: { minimum_amount: 99_000, minimum_amount_currency: 'jpy' },
  });
  expect(await refusal(subscribe(customerId, { promoCode: 'NONE' }))).toEqual([400, 'PROMO_CODE_INVALID']);
  expect(await refusal(subscribe(customerId, { promoCode: 'FIRST' }))).toEqual([400, 'PROMO_CODE_NOT_APPLICABLE']);
  expect(await statuses(customerId)).toEqual(['canceled']);
  expect((await subscribe(customerId, { promoCode: 'half' })).body['charge']).toEqual({
    status: 'paid',
    amount: 22_550,
  });
});

describe('is refused', () => {
  test.each<[string, () => object, string]>([
    [
      'a wrong split',
      () => ({
        items: [
          { price: priceOf['FIRST_UNIT'], quantity: 1 },
          { price: priceOf['SECOND_TO_FOURTH'], quantity: 4 },
        ],
      }),
      'items',
    ],
    ['two of the first unit', () => ({ items: [{ price: priceOf['FIRST_UNIT'], quantity: 2 }] }), 'items'],
    [
      'the same price twice',
      () => ({
        items: [
          { price: priceOf['FIRST_UNIT'], quantity: 1 },
          { price: priceOf['FIRST_UNIT'], quantity: 1 },
        ],
      }),
      'items',
    ],
    [
      '100 devices',
      () => ({ items: [...itemsFor(5).slice(0, 2), { price: priceOf['FIFTH_AND_MORE'], quantity: 96 }] }),
      'items',
    ],
    [
      'a price that is not the catalogue’s',
      () => ({ items: [{ price: 'price_other', quantity: 1 }] }),
      'items.0.price',
    ],
  ])('%s', async (_what, body, field) => {
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    expect(await subscribe(customerId, body())).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } },
    });
    expect(await statuses(customerId)).toEqual([]);
  });

  test('a shop without a card, another user’s card, another user’s shop, or not signed in', async () => {
    const customerId = await createPlainShop(services, owner);
    const other = await services.createOwner('other@example.jp');
    expect(await refusal(subscribe(customerId))).toEqual([409, 'PAYMENT_METHOD_MISSING']);
    expect(await refusal(subscribe(customerId, { paymentMethodId: await saveCard(services, other) }))).toEqual([
      404,
      'PAYMENT_METHOD_NOT_FOUND',
    ]);
    expect(await refusal(subscribe(customerId, {}, { who: other }))).toEqual([404, 'SHOP_NOT_FOUND']);
    expect(await refusal(subscribe(customerId, {}, { who: { userId: '', browser: new Browser() } }))).toEqual([
      401,
      'NOT_SIGNED_IN',
    ]);
    expect(await statuses(customerId)).toEqual([]);
  });

  test.each(['trialing', 'active', 'past_due'] as const)(
    'a shop that rents devices already (%s), whatever card is named',
    async (status) => {
      const { customerId } = await createSubscribedShop(services, owner, {
        total: 1,
        ...(status === 'trialing' && { trialDays }),
      });
      if (status === 'past_due') {
        await setCard(services, customerId, 'pm_card_chargeCustomerFail');
        services.clock.advance(32 * 86_400_000);
        await services.emulator.tick();
      }
      expect(await statuses(customerId)).toEqual([status]);
      expect(await refusal(subscribe(customerId, { paymentMethodId: 'pm_unknown' }))).toEqual([
        409,
        'SUBSCRIPTION_EXISTS',
      ]);
    },
  );
});

test('a subscription without devices: another one is possible, without a trial', async () => {
  const { customerId } = await createSubscribedShop(services, owner, {
    others: [{ price: await createOtherPrice(services), quantity: 1 }],
  });
  expect((await subscribe(customerId)).body['charge']).toEqual({ status: 'paid', amount: 45_100 });
  expect(await statuses(customerId)).toEqual(['active', 'active']);
});

test('card declined: 402 with the reason, nothing left to charge; another card works', async () => {
  const customerId = await formerShop('pm_card_chargeCustomerFail');
  const key = 'the-key-of-a-declined-one';
  const declined = await subscribe(customerId, {}, { key });
  expect(declined).toMatchObject({
    status: 402,
    body: {
      code: 'CARD_DECLINED',
      message: 'カードが利用できませんでした。カード会社にご確認いただくか、別のカードをお試しください。',
    },
  });
  expect(await statuses(customerId)).toEqual(['canceled', 'incomplete_expired']);
  expect(await money(customerId)).toEqual({ taken: [], open: [] });
  expect((await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data).toEqual([]);
  expect((await subscribe(customerId, {}, { key })).body).toEqual(declined.body);
  const paymentMethodId = await saveCard(services, owner, { customerId });
  expect((await subscribe(customerId, { paymentMethodId })).body['charge']).toMatchObject({ status: 'paid' });
  expect(await money(customerId)).toEqual({ taken: [45_100], open: [] });
});

describe('3-D Secure', () => {
  const begin = async () => {
    const customerId = await formerShop('pm_card_authenticationRequired');
    const key = 'the-key-of-a-secured-one';
    const { status, body } = await subscribe(customerId, {}, { key });
    const charge = body['charge'] as { status: string; amount: number; clientSecret: string };
    expect([status, charge.status, charge.amount]).toEqual([200, 'requires_action', 45_100]);
    expect(await statuses(customerId)).toEqual(['canceled', 'incomplete']);
    return { customerId, key, charge, body };
  };

  test('confirmed: it is active, and the same request returns paid', async () => {
    const { customerId, key, charge, body } = await begin();
    expect((await subscribe(customerId, {}, { key })).body).toMatchObject({
      subscriptionId: body['subscriptionId'],
      charge,
    });
    await authenticate(services, charge.clientSecret, 'complete');
    expect((await subscribe(customerId, {}, { key })).body).toMatchObject({
      subscriptionId: body['subscriptionId'],
      charge: { status: 'paid', amount: 45_100 },
    });
    expect(await statuses(customerId)).toEqual(['canceled', 'active']);
    expect(await refusal(subscribe(customerId))).toEqual([409, 'SUBSCRIPTION_EXISTS']);
  });

  test('confirmed without a further request: Stripe’s events alone confirm the order by one mail', async () => {
    const { charge, body } = await begin();
    const ordered = async () =>
      (await listNotices(Math.floor(services.clock.now() / 1000))).filter(
        (notice) => notice.kind === 'ordered' && notice.subscription.id === body['subscriptionId'],
      );
    await deliverEvents(services);
    expect(await ordered()).toEqual([]);
    services.clock.advance(60_000);
    await authenticate(services, charge.clientSecret, 'complete');
    await deliverEvents(services);
    expect(await ordered()).toMatchObject([{ to: 'owner@example.jp', subscription: { devices: 5 } }]);
    await deliverEvents(services, { again: true });
    expect(await ordered()).toHaveLength(1);
  });

  test('failed: the same request begins again, and the failed subscription is removed', async () => {
    const { customerId, key, charge } = await begin();
    await authenticate(services, charge.clientSecret, 'fail');
    const again = await subscribe(customerId, {}, { key });
    expect(again).toMatchObject({ status: 200, body: { charge: { status: 'requires_action' } } });
    expect(await statuses(customerId)).toEqual(['canceled', 'incomplete_expired', 'incomplete']);
    await authenticate(services, (again.body['charge'] as typeof charge).clientSecret, 'complete');
    expect(await money(customerId)).toEqual({ taken: [45_100], open: [] });
  });

  test('abandoned: a new try replaces it; otherwise it expires', async () => {
    const { customerId, charge } = await begin();
    await setCard(services, customerId, 'pm_card_visa');
    expect((await subscribe(customerId)).body['charge']).toEqual({ status: 'paid', amount: 45_100 });
    expect(await statuses(customerId)).toEqual(['canceled', 'incomplete_expired', 'active']);
    await expect(authenticate(services, charge.clientSecret, 'complete')).rejects.toThrow();
    expect(await money(customerId)).toEqual({ taken: [45_100], open: [] });
  });

  test('abandoned for 23 hours: it expires, and the same request begins again', async () => {
    const { customerId, key } = await begin();
    services.clock.advance(23 * 3_600_000);
    await services.emulator.tick();
    expect(await statuses(customerId)).toEqual(['canceled', 'incomplete_expired']);
    expect((await subscribe(customerId, {}, { key })).body['charge']).toMatchObject({ status: 'requires_action' });
    expect(await statuses(customerId)).toEqual(['canceled', 'incomplete_expired', 'incomplete']);
  });

  test('confirmed in one tab while another tab begins again: the paid subscription stays', async () => {
    const { customerId, charge } = await begin();
    let done: Promise<void> | undefined;
    services.inject((service, operation) => {
      if (service === 'stripe' && operation === 'POST /v1/invoices/{invoice}/void')
        done ??= authenticate(services, charge.clientSecret, 'complete');
      return done && operation === 'POST /v1/invoices/{invoice}/void' ? 'down' : 'pass';
    });
    await subscribe(customerId);
    await done;
    services.clearFaults();
    expect(await refusal(subscribe(customerId))).toEqual([409, 'SUBSCRIPTION_EXISTS']);
    expect(await statuses(customerId)).toEqual(['canceled', 'active']);
    expect(await money(customerId)).toEqual({ taken: [45_100], open: [] });
  });
});
