import { legalTexts } from '#shared/model/legal-texts';
import { listNotices } from '#functions/testing/notices';
import { noticeMail, type PlainNotice } from '#functions/mails/notices';
import { Browser } from '#functions/testing/browser';
import {
  startPaymentServices,
  shopOnlyBody,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { testServices } from '#functions/testing/test-services';
import { createShopOnly, createShopWithSubscription } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const send = (handler: typeof createShopOnly, body: unknown, key?: string, who = owner.browser) =>
  who.send(handler, {
    method: 'POST',
    path: '/api',
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const keyed = (number: number) => `a-key-of-the-form-${number}`;
const counts = async () => ({
  customers: (await services.stripe.customers.list()).data.length,
  subscriptions: (await services.stripe.subscriptions.list({ status: 'all' })).data.length,
});

describe('without a subscription', () => {
  test('a new shop: the user owns it, with names, addresses and acceptance of the texts', async () => {
    const response = await send(createShopOnly, shopOnlyBody, keyed(1));
    expect(response).toMatchObject({
      status: 200,
      body: { message: '店舗を登録しました', customerId: expect.stringMatching(/^cus_/) },
    });
    const customer = await services.stripe.customers.retrieve(String(response.body['customerId']));
    const address = {
      country: 'JP',
      postal_code: '1070062',
      state: '東京都',
      line1: '港区南青山1-1-1',
      line2: 'ビル2階',
      city: null,
    };
    expect(customer).toMatchObject({
      name: '山田太郎',
      email: 'owner@example.jp',
      phone: '0312345678',
      preferred_locales: ['ja'],
      address,
      shipping: { name: '山田太郎', phone: '0312345678', address },
      metadata: { サロン名: '青山店', 代理店名: '123456', userId: owner.userId },
    });
    const { shops, snapshots } = await services.userItems(owner);
    expect(shops).toEqual([
      expect.objectContaining({
        customerId: response.body['customerId'],
        acceptance: {
          termsVersion: '2026-11-25',
          termsHash: legalTexts.terms.sha256,
          privacyVersion: '2026-11-24',
          privacyHash: legalTexts.privacy.sha256,
          acceptedAt: services.clock.now() / 1000,
        },
      }),
    ]);
    expect(snapshots).toEqual([
      expect.objectContaining({
        customerId: response.body['customerId'],
        record: expect.objectContaining({ subscriptions: [], payment_history: [] }),
      }),
    ]);
  });

  test('another billing address: bills go there, under the shop’s name if it has no name', async () => {
    const other = {
      useSameAddress: false,
      billingPostalCode: '5300001',
      billingState: '大阪府',
      billingLine1: '大阪市北区梅田1-1',
    };
    const response = await send(createShopOnly, { storeData: { ...shopOnlyBody.storeData, ...other } });
    expect(await services.stripe.customers.retrieve(String(response.body['customerId']))).toMatchObject({
      name: '青山店',
      address: { postal_code: '5300001', state: '大阪府', line1: '大阪市北区梅田1-1', line2: null },
      shipping: { address: { postal_code: '1070062' } },
    });
  });

  test('not signed in: refused', async () => {
    const response = await send(createShopOnly, shopOnlyBody, keyed(1), new Browser());
    expect(response).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
    expect(await counts()).toEqual({ customers: 0, subscriptions: 0 });
  });

  test.each(['short', 'x'.repeat(256), 'with a new\nline in it', '全角の文字は使えません全角の文字'])(
    'the key %j is refused',
    async (key) => {
      const response = await send(createShopOnly, shopOnlyBody, key);
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', fields: { 'Idempotency-Key': expect.any(String) } },
      });
      expect(await counts()).toEqual({ customers: 0, subscriptions: 0 });
    },
  );
});

describe('with a subscription', () => {
  test('a trial of 35 days by the tiers begins, and the subscription waits for its card', async () => {
    const response = await send(createShopWithSubscription, subscribedBody({ revonizerQuantity: 5 }), keyed(1));
    expect(response).toMatchObject({
      status: 200,
      body: {
        customerId: expect.stringMatching(/^cus_/),
        subscriptionId: expect.stringMatching(/^sub_/),
        clientSecret: expect.stringMatching(/^seti_.+_secret_/),
      },
    });
    const subscription = await services.stripe.subscriptions.retrieve(String(response.body['subscriptionId']));
    expect(subscription).toMatchObject({
      customer: response.body['customerId'],
      status: 'trialing',
      trial_end: services.clock.now() / 1000 + 35 * 86_400,
      billing_mode: { type: 'flexible' },
      default_tax_rates: [{ display_name: '消費税', percentage: 10, inclusive: true }],
      payment_settings: { save_default_payment_method: 'off' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    expect(subscription.items.data.map((item) => [item.price.unit_amount, item.quantity])).toEqual([
      [9_900, 1],
      [8_800, 3],
      [8_800, 1],
    ]);
    const customer = await services.stripe.customers.retrieve(String(response.body['customerId']));
    expect(customer).toMatchObject({
      name: '青山商会',
      email: (await services.userItems(owner)).profile?.email,
      address: { state: '大阪府' },
      shipping: { address: { state: '東京都' } },
      metadata: { cardholderName: 'TARO YAMADA' },
    });
    const { snapshots } = await services.userItems(owner);
    expect(snapshots[0]?.record.subscriptions[0]).toMatchObject({
      id: response.body['subscriptionId'],
      items: [
        { product: { tier: 'FIRST_UNIT', name: 'Revonizer 1台目' } },
        { product: { tier: 'SECOND_TO_FOURTH' } },
        { product: { tier: 'FIFTH_AND_MORE' } },
      ],
    });
  });

  test('a promotion code: the price is lower; an unusable code: refused before anything is made', async () => {
    const { promotion } = await makePromotionCode(services, 'WELCOME', { percent_off: 10 });
    const refused = await send(
      createShopWithSubscription,
      subscribedBody({ revonizerQuantity: 1, promoCode: 'NOTHING' }),
    );
    expect(refused).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_INVALID' } });
    expect(await counts()).toEqual({ customers: 0, subscriptions: 0 });
    const response = await send(
      createShopWithSubscription,
      subscribedBody({ revonizerQuantity: 1, promoCode: 'welcome' }),
    );
    const { discounts } = await services.stripe.subscriptions.retrieve(String(response.body['subscriptionId']), {
      expand: ['discounts'],
    });
    expect(discounts).toEqual([
      expect.objectContaining({ source: expect.objectContaining({ coupon: promotion.coupon }) }),
    ]);
  });

  test('a code is used up between its check and its use: nothing stays, and the refusal is repeated', async () => {
    const code = await makePromotionCode(services, 'LAST', { percent_off: 10 });
    const deactivated: Promise<unknown>[] = [];
    services.inject((_service, operation) => {
      if (operation === 'POST /v1/customers')
        deactivated.push(services.stripe.promotionCodes.update(code.id, { active: false }));
      return 'pass';
    });
    const body = subscribedBody({ revonizerQuantity: 1, promoCode: 'LAST' });
    const response = await send(createShopWithSubscription, body, keyed(1));
    await Promise.all(deactivated);
    expect(response).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_INVALID' } });
    expect(await counts()).toEqual({ customers: 0, subscriptions: 0 });
    expect((await services.userItems(owner)).shops).toEqual([]);
    expect(await send(createShopWithSubscription, body, keyed(1))).toMatchObject({
      status: 400,
      body: { code: 'PROMO_CODE_INVALID' },
    });
    expect(await counts()).toEqual({ customers: 0, subscriptions: 0 });
  });

  test.each([0, 21, 1.5])('%p devices: refused', async (revonizerQuantity) => {
    expect(await send(createShopWithSubscription, subscribedBody({ revonizerQuantity }))).toMatchObject({
      status: 400,
      body: { fields: { 'subscriptionData.revonizerQuantity': expect.any(String) } },
    });
    expect(await counts()).toEqual({ customers: 0, subscriptions: 0 });
  });
});

describe('the same request again', () => {
  test('same key: the first response, days later too', async () => {
    const first = await send(createShopWithSubscription, subscribedBody(), keyed(1));
    services.clock.advance(2 * 86_400_000);
    const second = await send(createShopWithSubscription, subscribedBody(), keyed(1));
    expect(second.body).toEqual(first.body);
    expect(await counts()).toEqual({ customers: 1, subscriptions: 1 });
  });

  test('same key with other content or another call: IDEMPOTENCY_KEY_REUSED', async () => {
    await send(createShopWithSubscription, subscribedBody(), keyed(1));
    expect(await send(createShopWithSubscription, subscribedBody({ revonizerQuantity: 6 }), keyed(1))).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await send(createShopOnly, shopOnlyBody, keyed(1))).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await counts()).toEqual({ customers: 1, subscriptions: 1 });
  });

  test('another key, or another user with the same key: another shop', async () => {
    await send(createShopOnly, shopOnlyBody, keyed(1));
    await send(createShopOnly, shopOnlyBody, keyed(2));
    const other = await services.createOwner('other@example.jp');
    const response = await send(createShopOnly, shopOnlyBody, keyed(1), other.browser);
    expect(response.status).toBe(200);
    expect(await counts()).toMatchObject({ customers: 3 });
    expect((await services.userItems(other)).shops.map((shop) => shop.customerId)).toEqual([
      response.body['customerId'],
    ]);
  });

  test('no key: the same shop within a minute, another one after it', async () => {
    const first = await send(createShopOnly, shopOnlyBody);
    services.clock.advance(59_000);
    expect((await send(createShopOnly, shopOnlyBody)).body).toEqual(first.body);
    services.clock.advance(2_000);
    const later = await send(createShopOnly, shopOnlyBody);
    expect(later.body['customerId']).not.toBe(first.body['customerId']);
    expect(await counts()).toMatchObject({ customers: 2 });
  });

  test('ten at once: one shop, one response', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => send(createShopWithSubscription, subscribedBody(), keyed(1))),
    );
    const opened = responses.filter((response) => response.status === 200);
    expect(opened.length).toBeGreaterThan(1);
    expect(new Set(opened.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(responses.filter((response) => response.status !== 200).map((response) => response.body['code'])).toEqual(
      Array.from({ length: 10 - opened.length }, () => 'IDEMPOTENCY_KEY_IN_USE'),
    );
    expect(await counts()).toEqual({ customers: 1, subscriptions: 1 });
    expect((await services.userItems(owner)).shops).toHaveLength(1);
  });
});

test('an order is confirmed by one mail with price and day of shipment, even if its request is repeated', async () => {
  services.clock.advance(Date.parse('2027-06-15T03:00:00Z') - services.clock.now());
  for (let times = 0; times < 2; times += 1)
    await send(createShopWithSubscription, subscribedBody({ revonizerQuantity: 3 }), keyed(1));
  const told = await listNotices(Math.floor(services.clock.now() / 1000));
  const ordered = told.filter(({ kind }) => kind === 'ordered');
  expect(ordered).toEqual([
    expect.objectContaining({
      userId: owner.userId,
      subscription: expect.objectContaining({ shopName: '青山店', devices: 3 }),
    }),
  ]);
  const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
  const { html } = noticeMail(ordered[0] as PlainNotice, {
    origin: 'https://portal.example.jp',
    contact,
  });
  expect(html).toContain('デバイスの発送: 2027年6月18日まで');
  expect(html).toContain('ご利用台数: 3台');
  expect(html).toContain('月額料金: 27,500円（税込）');
});
