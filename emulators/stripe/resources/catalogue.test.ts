import { idOf, makeCatalogue, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

describe('products', () => {
  test('a product is created, changed and listed', async () => {
    const { stripe } = account;
    const product = await stripe.products.create({
      name: '1台目',
      description: '月額',
      metadata: { tier: 'FIRST_UNIT' },
    });
    const changed = await stripe.products.update(product.id, { active: false, description: '' });
    expect(changed).toMatchObject({
      name: '1台目',
      active: false,
      description: null,
      metadata: { tier: 'FIRST_UNIT' },
    });
    expect((await stripe.products.list({ active: true })).data).toHaveLength(0);
    expect((await stripe.products.list({ ids: [product.id] })).data).toHaveLength(1);
    expect((await refusalOf(stripe.products.create({ id: product.id, name: 'again' }))).code).toBe(
      'resource_already_exists',
    );
  });
});

describe('prices', () => {
  test('a price is found by its lookup key', async () => {
    const { first, fifth } = await makeCatalogue(account.stripe);
    const { data } = await account.stripe.prices.list({ lookup_keys: ['FIRST_UNIT', 'FIFTH_AND_MORE'], active: true });
    expect(data.map(({ id }) => id).toSorted()).toEqual([first.id, fifth.id].toSorted());
    expect(first).toMatchObject({
      unit_amount: 9900,
      currency: 'jpy',
      type: 'recurring',
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
    });
    expect(first.unit_amount_decimal?.toString()).toBe('9900');
  });

  test('a price of a missing product is refused', async () => {
    const refusal = await refusalOf(
      account.stripe.prices.create({ product: 'prod_none', currency: 'jpy', unit_amount: 1 }),
    );
    expect(refusal).toMatchObject({ code: 'resource_missing', param: 'product', statusCode: 400 });
  });
});

describe('coupons', () => {
  test('a coupon takes off a percentage or an amount; both together are refused', async () => {
    const { stripe } = account;
    const percent = await stripe.coupons.create({
      id: 'SPRING',
      percent_off: 12.5,
      duration: 'repeating',
      duration_in_months: 3,
    });
    expect(percent).toMatchObject({
      id: 'SPRING',
      percent_off: 12.5,
      amount_off: null,
      valid: true,
      times_redeemed: 0,
      duration_in_months: 3,
    });
    expect((await refusalOf(stripe.coupons.create({ percent_off: 10, amount_off: 100, currency: 'jpy' }))).type).toBe(
      'StripeInvalidRequestError',
    );
    expect((await refusalOf(stripe.coupons.create({ amount_off: 100 }))).param).toBe('currency');
    expect((await refusalOf(stripe.coupons.create({ percent_off: 10, duration: 'repeating' }))).param).toBe(
      'duration_in_months',
    );
    expect((await refusalOf(stripe.coupons.create({ id: 'SPRING', percent_off: 1 }))).code).toBe(
      'resource_already_exists',
    );
  });

  test('the products of a coupon are in the response only if expanded', async () => {
    const { stripe } = account;
    const { first } = await makeCatalogue(stripe);
    const { id } = await stripe.coupons.create({ percent_off: 50, applies_to: { products: [idOf(first.product)] } });
    expect((await stripe.coupons.retrieve(id)).applies_to).toBeUndefined();
    expect((await stripe.coupons.retrieve(id, { expand: ['applies_to'] })).applies_to).toEqual({
      products: [first.product],
    });
  });

  test('a coupon past redeem_by is no longer valid', async () => {
    const { id } = await account.stripe.coupons.create({ percent_off: 50, redeem_by: account.now() + 86_400 });
    await account.advanceDays(1);
    expect((await account.stripe.coupons.retrieve(id)).valid).toBe(false);
  });
});

describe('promotion codes', () => {
  test('a code is found in upper or lower case, with its coupon', async () => {
    const { stripe } = account;
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever', name: '10%引き' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'WELCOME10',
    });
    const { data } = await stripe.promotionCodes.list({
      code: 'welcome10',
      active: true,
      expand: ['data.promotion.coupon'],
    });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id: code.id,
      active: true,
      promotion: { type: 'coupon', coupon: { id: coupon.id, percent_off: 10 } },
    });
    expect((await stripe.promotionCodes.list({ code: 'OTHER' })).data).toHaveLength(0);
    expect(
      (
        await refusalOf(
          stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'Welcome10' }),
        )
      ).param,
    ).toBe('code');
  });

  test('a code past its expiry or switched off is not active', async () => {
    const { stripe } = account;
    const coupon = await stripe.coupons.create({ percent_off: 10 });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    const timed = await stripe.promotionCodes.create({ promotion, code: 'SOON', expires_at: account.now() + 86_400 });
    const other = await stripe.promotionCodes.create({ promotion, code: 'OFF' });
    expect((await stripe.promotionCodes.update(other.id, { active: false })).active).toBe(false);
    await account.advanceDays(2);
    expect((await stripe.promotionCodes.retrieve(timed.id)).active).toBe(false);
    expect((await refusalOf(stripe.promotionCodes.update(timed.id, { active: true }))).param).toBe('active');
    const { data } = await stripe.events.list({ type: 'promotion_code.updated' });
    expect(data.map(({ created }) => created)).toContain(timed.expires_at);
  });
});
