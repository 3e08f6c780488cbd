import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { Browser } from '#functions/testing/browser';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { testServices } from '#functions/testing/test-services';
import { calculatePricing, listPrices, validatePromoCode } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const inSeconds = (seconds: number): number => services.clock.now() / 1000 + seconds;

test('many calls: prices come from Stripe once, in the order of the tiers', async () => {
  const { body } = await owner.browser.get(listPrices);
  expect(body).toEqual(
    [9_900, 8_800, 8_800].map((unit_amount) => ({ id: expect.stringMatching(/^price_/), unit_amount })),
  );
  await owner.browser.get(listPrices);
  expect(services.operations.filter((one) => one === 'stripe GET /v1/prices')).toHaveLength(1);
});

test('Stripe is down: prices are shown for an hour, then refused', async () => {
  await owner.browser.get(listPrices);
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  services.clock.advance(59 * 60_000);
  expect((await owner.browser.get(listPrices)).status).toBe(200);
  services.clock.advance(60_000);
  expect(await owner.browser.get(listPrices)).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
});

test('seven devices: the price is the sum of their tiers', async () => {
  expect((await owner.browser.post(calculatePricing, { quantity: 7 })).body).toEqual({
    breakdown: [
      {
        tier: 'FIRST_UNIT',
        priceId: expect.stringMatching(/^price_/),
        name: 'Revonizer 1台目',
        quantity: 1,
        unitAmount: 9_900,
        amount: 9_900,
      },
      {
        tier: 'SECOND_TO_FOURTH',
        priceId: expect.stringMatching(/^price_/),
        name: 'Revonizer 2〜4台目',
        quantity: 3,
        unitAmount: 8_800,
        amount: 26_400,
      },
      {
        tier: 'FIFTH_AND_MORE',
        priceId: expect.stringMatching(/^price_/),
        name: 'Revonizer 5台目以降',
        quantity: 3,
        unitAmount: 8_800,
        amount: 26_400,
      },
    ],
    discount: 0,
    total: 62_700,
    trial: true,
  });
});

test.each([
  ['a percentage', { percent_off: 15 }, { discount: 2_805, total: 15_895 }],
  ['an amount', { amount_off: 2_000, currency: 'jpy' }, { discount: 2_000, total: 16_700 }],
  ['an amount greater than the price', { amount_off: 99_000, currency: 'jpy' }, { discount: 18_700, total: 0 }],
  [
    'a percentage of one product',
    { percent_off: 50, applies_to: { products: ['revonizer_first_unit'] } },
    { discount: 4_950, total: 13_750 },
  ],
])('%s is deducted as Stripe will calculate it', async (_what, coupon, price) => {
  const { id } = await makePromotionCode(services, 'OFF', coupon);
  expect((await owner.browser.post(calculatePricing, { quantity: 2, promoCode: ' off ' })).body).toMatchObject(price);
  const prices = (await owner.browser.get(listPrices)).body as unknown as { id: string }[];
  const items = prices.slice(0, 2).map((one) => ({ price: one.id, quantity: 1 }));
  const customer = await services.stripe.customers.create();
  const preview = await services.stripe.invoices.createPreview({
    customer: customer.id,
    subscription_details: { items },
    discounts: [{ promotion_code: id }],
  });
  expect(preview.total).toBe(price.total);
});

test('an empty code: treated as no code', async () => {
  expect((await owner.browser.post(calculatePricing, { quantity: 1, promoCode: '  ' })).body).toMatchObject({
    discount: 0,
    total: 9_900,
  });
});

test.each([
  [{ percent_off: 10 }, {}, { type: 'percent', amount: 10, message: '毎月のお支払いから10%割引になります' }],
  [
    { amount_off: 1_000, currency: 'jpy', duration: 'once' as const },
    {},
    { type: 'other', amount: 1_000, message: '初回のお支払いから1,000円割引になります' },
  ],
  [
    { percent_off: 5, duration: 'repeating' as const, duration_in_months: 3 },
    { restrictions: { minimum_amount: 18_000, minimum_amount_currency: 'jpy' } },
    {
      type: 'percent',
      amount: 5,
      // The clock is at one of the days from 15 January on.
      message: expect.stringMatching(
        /^2027年4月1\d日までの2回のお支払いから、それぞれ5%割引になります（月額18,000円以上のご契約で.*）$/,
      ),
    },
  ],
])('a usable code says what it takes off: %j', async (coupon, promotion, expected) => {
  await makePromotionCode(services, 'GOOD', coupon, promotion);
  expect(await owner.browser.post(validatePromoCode, { promoCode: 'GOOD' })).toMatchObject({
    status: 200,
    body: expected,
  });
});

describe('a code is refused with its reason', () => {
  const refusal = async (handler: typeof validatePromoCode, body: object) => {
    const expected = await owner.browser.post(handler, body);
    return `${expected.status} ${String(expected.body['code'])}`;
  };
  const expectRefusal = async (code: string): Promise<void> => {
    expect(await refusal(validatePromoCode, { promoCode: 'CODE' })).toBe(`400 ${code}`);
    expect(await refusal(calculatePricing, { quantity: 2, promoCode: 'CODE' })).toBe(`400 ${code}`);
  };

  test('it does not exist', () => expectRefusal('PROMO_CODE_INVALID'));
  test('it was switched off', async () => {
    const { id } = await makePromotionCode(services, 'CODE', { percent_off: 10 });
    await services.stripe.promotionCodes.update(id, { active: false });
    await expectRefusal('PROMO_CODE_INVALID');
  });
  test('it has expired', async () => {
    await makePromotionCode(services, 'CODE', { percent_off: 10 }, { expires_at: inSeconds(60) });
    services.clock.advance(60_000);
    await expectRefusal('PROMO_CODE_EXPIRED');
  });
  test('it is used up', async () => {
    const { id } = await makePromotionCode(services, 'CODE', { percent_off: 10 }, { max_redemptions: 1 });
    const customer = await services.stripe.customers.create();
    const prices = (await owner.browser.get(listPrices)).body as unknown as { id: string }[];
    await services.stripe.subscriptions.create({
      customer: customer.id,
      trial_period_days: 35,
      items: [{ price: prices[0]?.id ?? '' }],
      discounts: [{ promotion_code: id }],
    });
    await expectRefusal('PROMO_CODE_EXHAUSTED');
  });
  test('it is for another product', async () => {
    const product = await services.stripe.products.create({ name: 'other' });
    await makePromotionCode(services, 'CODE', { percent_off: 10, applies_to: { products: [product.id] } });
    await expectRefusal('PROMO_CODE_NOT_APPLICABLE');
  });
  test('its minimum is not reached by this quantity, but by a larger one', async () => {
    await makePromotionCode(
      services,
      'CODE',
      { percent_off: 10 },
      { restrictions: { minimum_amount: 18_701, minimum_amount_currency: 'jpy' } },
    );
    expect(await refusal(calculatePricing, { quantity: 2, promoCode: 'CODE' })).toBe('400 PROMO_CODE_NOT_APPLICABLE');
    expect((await owner.browser.post(calculatePricing, { quantity: 3, promoCode: 'CODE' })).status).toBe(200);
    expect((await owner.browser.post(validatePromoCode, { promoCode: 'CODE' })).status).toBe(200);
  });
});

test('20 unknown codes by one user: TOO_MANY_ATTEMPTS for a while; right codes do not count', async () => {
  await makePromotionCode(services, 'RIGHT', { percent_off: 10 });
  for (let index = 0; index < 20; index += 1) {
    expect((await owner.browser.post(validatePromoCode, { promoCode: 'RIGHT' })).status).toBe(200);
    expect(
      (
        await owner.browser.post(index % 2 ? validatePromoCode : calculatePricing, {
          promoCode: `WRONG-${index}`,
          quantity: 1,
        })
      ).status,
    ).toBe(400);
  }
  expect(await owner.browser.post(validatePromoCode, { promoCode: 'RIGHT' })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_ATTEMPTS', retryAfter: 900 },
  });
  const other = await services.createOwner('other@example.jp');
  expect((await other.browser.post(validatePromoCode, { promoCode: 'RIGHT' })).status).toBe(200);
  services.clock.advance(900_000);
  expect((await owner.browser.post(validatePromoCode, { promoCode: 'RIGHT' })).status).toBe(200);
});

test('60 unknown codes at the same time: Stripe is asked for 20 of them', async () => {
  const guesses = Array.from({ length: 60 }, (_, index) =>
    owner.browser.post(validatePromoCode, { promoCode: `GUESS-${index}` }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect(services.operations.filter((one) => one.startsWith('stripe GET /v1/promotion_codes'))).toHaveLength(20);
});

test('Stripe is down: the attempts are not counted', async () => {
  await makePromotionCode(services, 'RIGHT', { percent_off: 10 });
  await owner.browser.get(listPrices);
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  for (let index = 0; index < 21; index += 1)
    expect((await owner.browser.post(validatePromoCode, { promoCode: 'RIGHT' })).status).toBe(503);
  services.clearFaults();
  expect((await owner.browser.post(validatePromoCode, { promoCode: 'RIGHT' })).status).toBe(200);
});

test.each([listPrices, calculatePricing, validatePromoCode])('not signed in: refused', async (handler) => {
  expect(await new Browser().post(handler, { quantity: 1, promoCode: 'CODE' })).toMatchObject({
    status: 401,
    body: { code: 'NOT_SIGNED_IN' },
  });
  expect(services.operations.filter((one) => one.startsWith('stripe'))).toEqual([]);
});
