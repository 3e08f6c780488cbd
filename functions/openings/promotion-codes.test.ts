import { trialDays } from '#shared/model/pricing';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop, saveCard, saveTrialCard } from '#functions/testing/save-card';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { testServices } from '#functions/testing/test-services';
import { calculatePricing, listPrices, validatePromoCode } from '#functions/billing/calls';
import { createSubscription, createShopWithSubscription } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const open = (promoCode: string, key = 'a-key-of-the-form-1', revonizerQuantity = 2) =>
  owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: subscribedBody({ revonizerQuantity, promoCode }, key),
    headers: { 'idempotency-key': key },
  });

let keys = 0;
async function subscribe(customerId: string, body: object) {
  const prices = (await owner.browser.get(listPrices)).body as unknown as { id: string }[];
  return owner.browser.send(createSubscription, {
    method: 'POST',
    path: '/api',
    params: { customerId },
    body: { items: prices.slice(0, 2).map(({ id }) => ({ price: id, quantity: 1 })), ...body },
    headers: { 'idempotency-key': `a-key-of-the-wizard-${(keys += 1)}` },
  });
}

const left = async () => ({
  customers: (await services.stripe.customers.list()).data.length,
  subscriptions: (await services.stripe.subscriptions.list({ status: 'all' })).data.length,
  shops: (await services.userItems(owner)).shops.length,
});
const nothing = { customers: 0, subscriptions: 0, shops: 0 };

/** Yen of the invoices after the trial, oldest first, after moving the clock to `days` after the opening. */
async function paid(subscriptionId: string, days: number): Promise<number[]> {
  services.clock.advance(days * 86_400_000);
  const { data } = await services.stripe.invoices.list({ subscription: subscriptionId, limit: 20 });
  return data
    .filter(({ billing_reason: reason }) => reason === 'subscription_cycle')
    .map(({ total }) => total)
    .toReversed();
}

const minimum = { restrictions: { minimum_amount: 18_700, minimum_amount_currency: 'jpy' } };

test('a minimum with a trial: shown as valid, accepted in the order, and the first payment is discounted', async () => {
  await makePromotionCode(services, 'BIG', { percent_off: 10 }, minimum);
  const quantity = 2;
  expect((await owner.browser.post(calculatePricing, { quantity, promoCode: 'BIG' })).status).toBe(200);
  const response = await open('BIG');
  expect(response.status).toBe(200);
  const id = String(response.body['subscriptionId']);
  expect(await services.stripe.subscriptions.retrieve(id)).toMatchObject({ metadata: { promotionCode: 'BIG' } });
  await saveTrialCard(services, response.body, '4242424242424242');
  expect(await paid(id, 36)).toEqual([16_830]);
});

test('a minimum and a limit of the code’s own with a trial: refused with its reason, nothing made', async () => {
  await makePromotionCode(services, 'BIG', { percent_off: 10 }, { ...minimum, max_redemptions: 5 });
  const refused = {
    status: 400,
    body: { code: 'PROMO_CODE_NOT_APPLICABLE', message: expect.stringContaining('無料トライアルのあるご契約は対象外') },
  };
  expect(await owner.browser.post(validatePromoCode, { promoCode: 'BIG' })).toMatchObject(refused);
  expect(await open('BIG')).toMatchObject(refused);
  expect(await left()).toEqual(nothing);
});

test('a minimum and a coupon’s limit with a trial: Stripe counts it against the coupon’s limit', async () => {
  await makePromotionCode(services, 'BIG', { percent_off: 10, max_redemptions: 1 }, minimum);
  expect((await open('BIG')).status).toBe(200);
  expect(await open('BIG', 'a-key-of-the-form-2')).toMatchObject({ body: { code: 'PROMO_CODE_EXHAUSTED' } });
});

test('three months with a trial: the announced number of payments is discounted', async () => {
  await makePromotionCode(services, 'THREE', {
    amount_off: 1_000,
    currency: 'jpy',
    duration: 'repeating',
    duration_in_months: 3,
  });
  const { body } = await owner.browser.post(calculatePricing, { quantity: 2, promoCode: 'THREE' });
  expect(body).toMatchObject({ total: 17_700, discounted: { payments: 2 } });
  const response = await open('THREE');
  await saveTrialCard(services, response.body, '4242424242424242');
  expect(await paid(String(response.body['subscriptionId']), trialDays + 62 + 1)).toEqual([17_700, 17_700, 18_700]);
});

test('one month with a trial: refused, because no payment would be lower; without a trial: accepted', async () => {
  await makePromotionCode(services, 'ONE', { percent_off: 10, duration: 'repeating', duration_in_months: 1 });
  const refused = { status: 400, body: { message: expect.stringContaining('無料トライアル中に終わります') } };
  expect(await owner.browser.post(validatePromoCode, { promoCode: 'ONE' })).toMatchObject(refused);
  expect(await open('ONE')).toMatchObject(refused);
  expect(await left()).toEqual(nothing);
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  await services.stripe.subscriptions.cancel(subscriptionId);
  expect(await owner.browser.post(validatePromoCode, { promoCode: 'ONE', customerId })).toMatchObject({ status: 200 });
  expect((await subscribe(customerId, { promoCode: 'ONE' })).body).toMatchObject({
    charge: { status: 'paid', amount: 16_830 },
  });
});

test('several active codes of one name: the customer’s own is used; other customers cannot use it', async () => {
  const mine = await createPlainShop(services, owner, 'pm_card_visa');
  const stranger = await services.stripe.customers.create();
  await makePromotionCode(services, 'OWN', { percent_off: 50 }, { customer: mine });
  await makePromotionCode(services, 'OWN', { percent_off: 90 }, { customer: stranger.id });
  const pricing = await owner.browser.post(calculatePricing, { quantity: 2, promoCode: 'OWN', customerId: mine });
  expect(pricing.body).toMatchObject({ total: 9_350 });
  const { body } = await subscribe(mine, { promoCode: 'OWN' });
  const { discounts } = await services.stripe.subscriptions.retrieve(String(body['subscriptionId']), {
    expand: ['discounts.source.coupon'],
  });
  expect(discounts).toMatchObject([{ source: { coupon: { percent_off: 50 } } }]);
  const refused = { status: 400, body: { code: 'PROMO_CODE_NOT_APPLICABLE' } };
  expect(await owner.browser.post(validatePromoCode, { promoCode: 'OWN' })).toMatchObject(refused);
  expect(await open('OWN')).toMatchObject(refused);
});

test('another user’s shop: not found', async () => {
  const other = await services.createOwner('other@example.jp');
  const customerId = await createPlainShop(services, other);
  await makePromotionCode(services, 'GOOD', { percent_off: 10 });
  for (const handler of [validatePromoCode, calculatePricing])
    expect(await owner.browser.post(handler, { quantity: 2, promoCode: 'GOOD', customerId })).toMatchObject({
      status: 404,
      body: { code: 'SHOP_NOT_FOUND' },
    });
});

describe('a code for a first order', () => {
  beforeEach(async () => {
    await makePromotionCode(services, 'FIRST', { percent_off: 10 }, { restrictions: { first_time_transaction: true } });
  });
  const refused = { status: 400, body: { message: expect.stringContaining('初めてのご契約が対象です') } };
  const check = (customerId: string) => owner.browser.post(validatePromoCode, { promoCode: 'FIRST', customerId });

  test('it is accepted for a new shop, and for one that never had a subscription', async () => {
    expect((await open('FIRST')).status).toBe(200);
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    expect((await check(customerId)).status).toBe(200);
    expect((await subscribe(customerId, { promoCode: 'FIRST' })).status).toBe(200);
  });

  test('it is refused after a canceled trial', async () => {
    const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1, trialDays: 35 });
    await services.stripe.subscriptions.cancel(subscriptionId);
    expect(await check(customerId)).toMatchObject(refused);
    expect(await subscribe(customerId, { promoCode: 'FIRST' })).toMatchObject(refused);
  });

  test('it is refused at the order after a payment that only began, which Stripe counts', async () => {
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    await services.stripe.paymentIntents.create({ amount: 500, currency: 'jpy', customer: customerId });
    expect(await subscribe(customerId, { promoCode: 'FIRST' })).toMatchObject(refused);
  });
});

describe('Stripe refuses at the last step', () => {
  const refusing = (error: object) =>
    services.inject((_service, operation) =>
      operation === 'POST /v1/subscriptions'
        ? { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) }
        : 'pass',
    );
  const message = 'This promotion code cannot be redeemed because the associated purchase does not meet the minimum.';
  const type = 'invalid_request_error';

  test.each([
    ['naming the parameter', { type, message, param: 'discounts[0][promotion_code]' }],
    ['without a parameter', { type, message }],
    ['in words that say nothing', { type, message: 'Something is wrong.' }],
    ['naming something else, with the code in its words', { type, message, param: 'customer' }],
  ])('%s: the code is refused, nothing remains, and another order works', async (_how, error) => {
    await makePromotionCode(services, 'GOOD', { percent_off: 10 });
    refusing(error);
    expect(await open('GOOD')).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_NOT_APPLICABLE' } });
    expect(await left()).toEqual(nothing);
    services.clearFaults();
    expect(await open('GOOD')).toMatchObject({ status: 400, body: { code: 'PROMO_CODE_NOT_APPLICABLE' } });
    expect((await open('GOOD', 'a-key-of-the-form-2')).status).toBe(200);
    expect(await left()).toEqual({ customers: 1, subscriptions: 1, shops: 1 });
  });

  test.each([
    ['a shop that is opened', '', 'items[0][price]'],
    ['a shop that is opened, without a code', '', undefined],
    ['a shop that is opened with a good code', 'GOOD', 'items[0][price]'],
  ])('%s, for a price that no longer exists: a clear text, and nothing remains', async (_what, promoCode, param) => {
    await makePromotionCode(services, 'GOOD', { percent_off: 10 });
    refusing({ type, message: 'The price specified is inactive.', ...(param && { param }) });
    expect(await open(promoCode)).toMatchObject({
      status: 409,
      body: { code: 'ORDER_REFUSED', message: expect.stringContaining('登録や請求は行われていません') },
    });
    expect(await left()).toEqual(nothing);
    services.clearFaults();
    expect((await open(promoCode, 'a-key-of-the-form-2')).status).toBe(200);
  });

  test('an existing shop, refused without a parameter: the shop stays unchanged', async () => {
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    await makePromotionCode(services, 'GOOD', { percent_off: 10 });
    const paymentMethodId = await saveCard(services, owner, { customerId });
    refusing({ type, message });
    expect(await subscribe(customerId, { promoCode: 'GOOD', paymentMethodId })).toMatchObject({
      status: 400,
      body: { code: 'PROMO_CODE_NOT_APPLICABLE' },
    });
    expect(await left()).toEqual({ customers: 1, subscriptions: 0, shops: 1 });
    services.clearFaults();
    expect((await subscribe(customerId, { promoCode: 'GOOD' })).status).toBe(200);
  });
});
