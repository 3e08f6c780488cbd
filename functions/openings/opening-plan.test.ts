import { toCustomerParams } from '#functions/shops/customers';
import { toSubscriptionParams } from '#functions/billing/subscriptions';
import { identifyRequest } from '#functions/platform/identify-request';
import { onceName, parseOnceName, plannedItems, shopOnlyCustomer, subscribedCustomer } from './opening-plan';

const shopOnly = {
  storeName: '青山店',
  dealerCode: '123456',
  shippingName: '山田太郎',
  shippingPostalCode: '1070062',
  shippingState: '東京都' as const,
  shippingLine1: '港区南青山1-1-1',
  shippingLine2: '',
  shippingPhone: '0312345678',
  useSameAddress: false,
  billingName: '',
  billingPostalCode: '',
  billingState: '',
  billingLine1: '',
  billingLine2: '',
};
const shipping = { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', line2: '' };

test.each([
  [
    'the same address',
    { useSameAddress: true, billingName: '無視', billingPostalCode: '5300001' },
    { name: '山田太郎', billing: shipping },
  ],
  ['another one, of which nothing is given', {}, { name: '青山店', billing: shipping }],
  ['a name alone', { billingName: '青山商会' }, { name: '青山商会', billing: shipping }],
  [
    'another one',
    { billingPostalCode: '5300001', billingState: '大阪府', billingLine1: '大阪市' },
    { name: '青山店', billing: { postal_code: '5300001', state: '大阪府', line1: '大阪市', line2: '' } },
  ],
])('bills go to %s', (_what, change, expected) => {
  expect(shopOnlyCustomer({ ...shopOnly, ...change }, 'owner@example.jp')).toMatchObject({
    ...expected,
    email: 'owner@example.jp',
    shipping: { ...shipping, name: '山田太郎' },
  });
});

test('a shop with a subscription has its own address for bills and its card’s holder', () => {
  const address = {
    postal_code: '1070062',
    state: '東京都',
    line1: '港区南青山1-1-1',
    line2: '',
    country: 'JP' as const,
  };
  const none = { postal_code: '', state: '', line1: '', line2: '', country: 'JP' as const };
  const customer = subscribedCustomer({
    storeName: '青山店',
    dealerCode: '123456',
    email: 'bills@example.jp',
    shippingName: '山田太郎',
    shippingAddress: address,
    billingName: '',
    billingAddress: none,
    shippingPhone: '0312345678',
    cardholderName: 'TARO YAMADA',
  });
  expect(toCustomerParams({ ...customer, userId: 'u', madeBy: 'o', consent: 'なし' })).toEqual({
    name: '青山店',
    email: 'bills@example.jp',
    phone: '0312345678',
    preferred_locales: ['ja'],
    address: { country: 'JP', postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1' },
    shipping: {
      name: '山田太郎',
      phone: '0312345678',
      address: { country: 'JP', postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1' },
    },
    metadata: {
      サロン名: '青山店',
      代理店名: '123456',
      userId: 'u',
      madeBy: 'o',
      cardholderName: 'TARO YAMADA',
      同意: 'なし',
    },
  });
});

const price = (priceId: string) => ({ priceId, productId: priceId, name: priceId, unitAmount: 1 });
const prices = { FIRST_UNIT: price('first'), SECOND_TO_FOURTH: price('second'), FIFTH_AND_MORE: price('fifth') };

test.each([
  [1, [['first', 1]]],
  [
    4,
    [
      ['first', 1],
      ['second', 3],
    ],
  ],
  [
    20,
    [
      ['first', 1],
      ['second', 3],
      ['fifth', 16],
    ],
  ],
])('%i devices are split by the server', (total, items) => {
  expect(plannedItems(total, prices).map((item) => [item.priceId, item.quantity])).toEqual(items);
});

test.each([
  ['none', undefined, 35, undefined],
  ['a code', { id: 'promo_1', code: 'A' }, 35, [{ promotion_code: 'promo_1' }]],
  ['a code with a minimum, in a trial', { id: 'promo_1', code: 'A', couponInTrial: 'c' }, 35, [{ coupon: 'c' }]],
  [
    'a code with a minimum, without a trial',
    { id: 'promo_1', code: 'A', couponInTrial: 'c' },
    undefined,
    [{ promotion_code: 'promo_1' }],
  ],
])('the discount of a new subscription with %s', (_what, promotion, trialDays, discounts) => {
  const params = toSubscriptionParams({
    customerId: 'cus_1',
    userId: 'u',
    madeBy: 'o',
    items: [{ priceId: 'first', quantity: 1 }],
    consent: 'なし',
    hasCard: false,
    ...(trialDays !== undefined && { trialDays }),
    ...(promotion && { promotionCode: promotion }),
  });
  expect(params.discounts).toEqual(discounts);
  expect(params).toMatchObject({ payment_behavior: 'default_incomplete' });
  expect(params.trial_period_days).toBe(trialDays);
});

test('the name in Stripe’s metadata identifies the record', () => {
  const name = { key: identifyRequest('call', {}, 'a-key-of-the-form').key, id: crypto.randomUUID() };
  expect(parseOnceName(onceName(name))).toEqual(name);
  expect(onceName(name).length).toBeLessThanOrEqual(500);
  expect(parseOnceName('nonsense')).toBeUndefined();
});
