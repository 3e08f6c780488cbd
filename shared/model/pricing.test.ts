import { catalogue } from '../catalogue';
import { priceFor, type PromotionTerms, type TierPrices, discountedPayments } from './pricing';

const prices = Object.fromEntries(
  catalogue.map((one) => [
    one.tier,
    { priceId: `price_${one.tier}`, productId: one.productId, name: one.name, unitAmount: one.unitAmount },
  ]),
) as TierPrices;
const promotion = (terms: Partial<PromotionTerms>): PromotionTerms => ({
  percentOff: null,
  amountOff: null,
  products: null,
  ...terms,
});

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  '%i devices cost the first at 9,900 yen and each other at 8,800',
  (total) => {
    const { breakdown, discount, total: sum } = priceFor(total, prices);
    expect(sum).toBe(9_900 + (total - 1) * 8_800);
    expect(discount).toBe(0);
    expect(breakdown.reduce((all, line) => all + line.quantity, 0)).toBe(total);
    expect(breakdown.every((line) => line.quantity > 0 && line.amount === line.quantity * line.unitAmount)).toBe(true);
    expect(breakdown.map((line) => line.tier)).toEqual([
      'FIRST_UNIT',
      ...(total > 1 ? ['SECOND_TO_FOURTH'] : []),
      ...(total > 4 ? ['FIFTH_AND_MORE'] : []),
    ]);
  },
);

test('lines have the names and prices of Stripe', () => {
  expect(priceFor(6, prices).breakdown).toEqual([
    {
      tier: 'FIRST_UNIT',
      priceId: 'price_FIRST_UNIT',
      name: 'Revonizer 1台目',
      quantity: 1,
      unitAmount: 9_900,
      amount: 9_900,
    },
    {
      tier: 'SECOND_TO_FOURTH',
      priceId: 'price_SECOND_TO_FOURTH',
      name: 'Revonizer 2〜4台目',
      quantity: 3,
      unitAmount: 8_800,
      amount: 26_400,
    },
    {
      tier: 'FIFTH_AND_MORE',
      priceId: 'price_FIFTH_AND_MORE',
      name: 'Revonizer 5台目以降',
      quantity: 2,
      unitAmount: 8_800,
      amount: 17_600,
    },
  ]);
});

test.each([
  ['10 percent', 2, promotion({ percentOff: 10 }), 1_870],
  ['100 percent', 5, promotion({ percentOff: 100 }), 9_900 + 4 * 8_800],
  ['a third, rounded on each line', 2, promotion({ percentOff: 33.33 }), Math.round(3_299.67) + Math.round(2_933.04)],
  ['less than half a yen on a line', 1, promotion({ percentOff: 0.005 }), 0],
  ['an amount', 1, promotion({ amountOff: 3_000 }), 3_000],
  ['an amount greater than the total', 1, promotion({ amountOff: 50_000 }), 9_900],
  [
    'a percentage of one product',
    3,
    promotion({ percentOff: 50, products: [prices.SECOND_TO_FOURTH.productId] }),
    8_800,
  ],
  [
    'an amount greater than the product it applies to',
    2,
    promotion({ amountOff: 10_000, products: [prices.SECOND_TO_FOURTH.productId] }),
    8_800,
  ],
  [
    'a product that is not in this order',
    1,
    promotion({ percentOff: 50, products: [prices.FIFTH_AND_MORE.productId] }),
    0,
  ],
])('%s comes off', (_what, total, terms, discount) => {
  const whole = priceFor(total, prices).total;
  expect(priceFor(total, prices, terms)).toMatchObject({ discount, total: whole - discount });
});

test.each([0, -1, 1.5, Number.NaN])('%p devices: no price', (total) => {
  expect(() => priceFor(total, prices)).toThrow(RangeError);
});

const at = (text: string): number => Date.parse(text) / 1000;
const start = at('2027-01-15T03:00:00Z');

test.each([
  ['3 months without a trial: three payments', { months: 3 }, false, 3, '2027-04-14'],
  ['3 months with a trial: two payments', { months: 3 }, true, 2, '2027-04-14'],
  ['2 months with a trial: one payment', { months: 2 }, true, 1, '2027-03-14'],
  ['1 month with a trial: none', { months: 1 }, true, 0, '2027-02-14'],
  ['1 month without a trial: the first payment', { months: 1 }, false, 1, '2027-02-14'],
  ['12 months with a trial: eleven payments', { months: 12 }, true, 11, '2028-01-14'],
] as const)('%s', (_what, duration, trial, payments, lastDay) => {
  const { payments: found, until } = discountedPayments(duration, { start, trial });
  expect([found, new Date((until ?? 0) * 1000).toISOString().slice(0, 10)]).toEqual([payments, lastDay]);
});

test('a coupon for once applies to the first payment; one for ever has no end', () => {
  expect(discountedPayments('once', { start, trial: true })).toEqual({ payments: 1, until: null });
  expect(discountedPayments('forever', { start, trial: true })).toEqual({ payments: null, until: null });
});

test('the 31st: a shorter month uses its last day, and the next payment is on the 31st again', () => {
  const { payments, until } = discountedPayments({ months: 1 }, { start: at('2027-01-31T03:00:00Z'), trial: false });
  expect([payments, until]).toEqual([1, at('2027-02-27T03:00:00Z')]);
  expect(discountedPayments({ months: 3 }, { start: at('2027-01-31T03:00:00Z'), trial: false }).payments).toBe(3);
});
