import type { Stripe } from 'stripe';
import {
  customerWithCard,
  idOf,
  makeCatalogue,
  openTestAccount,
  refusalOf,
  type TestAccount,
} from '../testing/test-account';

let account: TestAccount;
let prices: Awaited<ReturnType<typeof makeCatalogue>>;
let customer: string;
beforeEach(async () => {
  account = await openTestAccount();
  prices = await makeCatalogue(account.stripe);
  customer = (await customerWithCard(account.stripe)).customer.id;
});
afterEach(() => account.close());

const create = (
  discounts: Stripe.SubscriptionCreateParams.Discount[],
  more: Partial<Stripe.SubscriptionCreateParams> = {},
) =>
  account.stripe.subscriptions.create({
    customer,
    discounts,
    items: [{ price: prices.first.id }, { price: prices.second.id }],
    ...more,
  });
const totals = async (subscription: string): Promise<number[]> =>
  (await account.stripe.invoices.list({ subscription, limit: 100 })).data.map(({ total }) => total).toReversed();
const codeFor = async (
  coupon: Stripe.CouponCreateParams,
  more: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<string> => {
  const { id } = await account.stripe.coupons.create(coupon);
  return (await account.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, ...more })).id;
};

test('a percentage for once lowers the first invoice only', async () => {
  const promotion_code = await codeFor({ percent_off: 10, duration: 'once' });
  const { id, discounts } = await create([{ promotion_code }]);
  expect(discounts).toEqual([]);
  await account.advanceDays(31);
  expect(await totals(id)).toEqual([16_830, 18_700]);
});

test('coupons for some months and for ever lower the invoices of that time', async () => {
  const repeating = await create([
    {
      coupon: (await account.stripe.coupons.create({ percent_off: 20, duration: 'repeating', duration_in_months: 2 }))
        .id,
    },
  ]);
  const forever = await create([
    { coupon: (await account.stripe.coupons.create({ amount_off: 1000, currency: 'jpy', duration: 'forever' })).id },
  ]);
  await account.advanceDays(70);
  expect(await totals(repeating.id)).toEqual([14_960, 14_960, 18_700]);
  expect(await totals(forever.id)).toEqual([17_700, 17_700, 17_700]);
  expect((await account.stripe.subscriptions.retrieve(repeating.id)).discounts).toEqual([]);
});

test('an amount is shared by the lines to the last yen, and never more than they cost', async () => {
  const { id } = await account.stripe.coupons.create({ amount_off: 1001, currency: 'jpy', duration: 'forever' });
  const { latest_invoice: invoice } = await create([{ coupon: id }], { expand: ['latest_invoice'] });
  const { lines, total_discount_amounts: taken } = invoice as Stripe.Invoice;
  expect(lines.data.map((line) => line.discount_amounts?.[0]?.amount)).toEqual([530, 471]);
  expect(taken?.[0]?.amount).toBe(1001);
  const all = await account.stripe.coupons.create({ amount_off: 100_000, currency: 'jpy', duration: 'once' });
  const free = await create([{ coupon: all.id }], { expand: ['latest_invoice'] });
  expect(free).toMatchObject({ status: 'active', latest_invoice: { total: 0, status: 'paid' } });
});

test('a discount for a product leaves the others; several are applied in order', async () => {
  const product = await account.stripe.coupons.create({
    percent_off: 50,
    duration: 'forever',
    applies_to: { products: [idOf(prices.second.product)] },
  });
  const rest = await account.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const { id } = await create([{ coupon: product.id }, { coupon: rest.id }]);
  expect(await totals(id)).toEqual([9900 - 990 + (4400 - 440)]);
});

test('prorations are lowered too', async () => {
  const coupon = await account.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  const { id, items } = await create([{ coupon: coupon.id }]);
  await account.advanceDays(15);
  await account.stripe.subscriptions.update(id, {
    items: [{ id: items.data[1]?.id ?? '', quantity: 2 }],
    proration_behavior: 'always_invoice',
  });
  expect((await totals(id)).at(-1)).toBe(2200);
});

describe('promotion codes are counted and restricted', () => {
  test('a code with no redemptions left is refused', async () => {
    const promotion_code = await codeFor({ percent_off: 10 }, { max_redemptions: 1 });
    await create([{ promotion_code }]);
    expect(
      await account.stripe.promotionCodes.retrieve(promotion_code, { expand: ['promotion.coupon'] }),
    ).toMatchObject({
      active: false,
      times_redeemed: 1,
      promotion: { coupon: { times_redeemed: 1 } },
    });
    expect(await refusalOf(create([{ promotion_code }]))).toMatchObject({
      code: 'coupon_expired',
      param: 'discounts[0][promotion_code]',
    });
  });

  test('a code with a minimum amount is refused below it', async () => {
    const promotion_code = await codeFor(
      { percent_off: 10 },
      { restrictions: { minimum_amount: 20_000, minimum_amount_currency: 'jpy' } },
    );
    expect((await refusalOf(create([{ promotion_code }]))).message).toContain('minimum amount');
    expect((await create([{ promotion_code }], { items: [{ price: prices.first.id, quantity: 3 }] })).status).toBe(
      'active',
    );
  });

  test('a code of one customer is refused for others', async () => {
    const other = await account.stripe.customers.create({});
    const promotion_code = await codeFor({ percent_off: 10 }, { customer: other.id });
    expect((await refusalOf(create([{ promotion_code }]))).param).toBe('discounts[0][promotion_code]');
  });

  test('a code that is switched off or expired is refused', async () => {
    const off = await codeFor({ percent_off: 10 }, { active: false });
    expect((await refusalOf(create([{ promotion_code: off }]))).code).toBe('coupon_expired');
    expect((await refusalOf(create([{ promotion_code: 'promo_none' }]))).code).toBe('resource_missing');
    expect((await refusalOf(create([{ coupon: 'a', promotion_code: off }]))).param).toBe('discounts[0]');
  });

  test('a refused code keeps its redemptions', async () => {
    const promotion_code = await codeFor({ percent_off: 10 });
    await refusalOf(create([{ promotion_code }], { default_payment_method: 'pm_none' }));
    await refusalOf(create([{ promotion_code }, { coupon: 'none' }]));
    expect((await account.stripe.promotionCodes.retrieve(promotion_code)).times_redeemed).toBe(0);
  });
});
