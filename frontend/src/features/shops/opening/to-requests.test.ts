import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { ShopForm } from './shop-form';
import { cardBillingDetails, shopOnlyBody, withSubscriptionBody } from './to-requests';

const acceptance = { termsVersion: '2026-11-25', privacyVersion: '2026-11-24' };
const form: ShopForm = {
  creationMode: 'with-subscription',
  storeName: 'サロン・ド・オゾン',
  dealerCode: '123456',
  shippingName: 'サロン・ド・オゾン 青山店',
  shippingPostalCode: '1070062',
  shippingState: '東京都',
  shippingLine1: '港区南青山1-1-1',
  shippingLine2: '',
  shippingPhone: '0312345678',
  useSameAddress: true,
  billingName: '前に入力した名前',
  billingPostalCode: '',
  billingState: '',
  billingLine1: '',
  billingLine2: '',
  cardholderName: 'TARO YAMADA',
  revonizerQuantity: 3,
  promoCode: '  WELCOME ',
};

test('the request bodies satisfy the contract', () => {
  expect(
    createShopWithSubscription.body.safeParse(withSubscriptionBody(form, 'owner@example.jp', acceptance)).error,
  ).toBeUndefined();
  expect(
    createShopOnly.body.safeParse(shopOnlyBody({ ...form, creationMode: 'store-only' }, acceptance)).error,
  ).toBeUndefined();
});

test('the box is ticked: the shipping address is sent for billing', () => {
  const { storeData } = withSubscriptionBody(form, 'owner@example.jp', acceptance);
  expect(storeData.billingName).toBe('サロン・ド・オゾン 青山店');
  expect(storeData.billingAddress).toEqual(storeData.shippingAddress);
  expect(shopOnlyBody(form, acceptance).storeData).toMatchObject({
    billingName: 'サロン・ド・オゾン 青山店',
    billingPostalCode: '1070062',
    billingState: '東京都',
  });
});

test('the box is not ticked: the billing address is sent', () => {
  const other = {
    ...form,
    useSameAddress: false,
    billingName: '本社',
    billingPostalCode: '5300001',
    billingState: '大阪府',
    billingLine1: '大阪市北区梅田1',
    billingLine2: '',
  };
  expect(withSubscriptionBody(other, 'owner@example.jp', acceptance).storeData.billingAddress).toMatchObject({
    postal_code: '5300001',
    state: '大阪府',
  });
  expect(cardBillingDetails(other, 'owner@example.jp').address).toMatchObject({
    postal_code: '5300001',
    country: 'JP',
  });
});

test('a shop without a subscription: neither card nor subscription is sent', () => {
  expect(Object.keys(shopOnlyBody(form, acceptance).storeData)).not.toEqual(
    expect.arrayContaining(['cardholderName', 'revonizerQuantity', 'promoCode', 'creationMode']),
  );
});

test('a promotion code is trimmed; an empty one is left out', () => {
  expect(withSubscriptionBody(form, 'owner@example.jp', acceptance).subscriptionData).toEqual({
    revonizerQuantity: 3,
    promoCode: 'WELCOME',
  });
  expect(withSubscriptionBody({ ...form, promoCode: ' ' }, 'owner@example.jp', acceptance).subscriptionData).toEqual({
    revonizerQuantity: 3,
  });
});
