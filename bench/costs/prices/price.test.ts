import { costOf, type Price } from './price';
import { prices } from './prices';

const price = (rest: Partial<Price>): Price => ({
  service: 'Shop',
  what: 'apples',
  unit: 'apple',
  usd: 3,
  per: 10,
  page: 'https://example.jp',
  read: '2026-11-21',
  seen: 'a sign',
  basis: 'tokyo',
  ...rest,
});

test('a quantity costs its share of the price', () => {
  expect(costOf(price({}), 25)).toBeCloseTo(7.5);
  expect(costOf(prices.apiRequests, 2_000_000)).toBeCloseTo(2.58);
  expect(costOf(prices.dynamoWrites, 10_000_000)).toBeCloseTo(7.15);
  expect(costOf(prices.cloudFrontToOrigin, 100)).toBeCloseTo(6);
});

test('the free part costs nothing; only the quantity above it is charged', () => {
  expect([0, 4, 5].map((count) => costOf(price({ free: 5 }), count))).toEqual([0, 0, 0]);
  expect(costOf(price({ free: 5 }), 15)).toBeCloseTo(3);
  expect(costOf(prices.alarms, 67)).toBeCloseTo(5.7);
  expect(costOf(prices.lambdaCompute, 400_000)).toBe(0);
  expect(costOf(prices.lambdaCompute, 1_400_000)).toBeCloseTo(13.3334);
});

test('each tier has its own price; the free units come off the first tier', () => {
  const tiered = price({
    per: 1,
    free: 2,
    tiers: [
      { upTo: 4, usd: 3 },
      { upTo: 10, usd: 2 },
      { upTo: Infinity, usd: 1 },
    ],
  });
  expect([2, 3, 4, 6, 10, 15].map((count) => costOf(tiered, count))).toEqual([0, 3, 6, 10, 18, 23]);
  // 90,000 at 0.0055 and 400,000 at 0.0046.
  expect(costOf(prices.cognitoLite, 500_000)).toBeCloseTo(2_335);
});

test('a quantity beyond a price’s limit is refused', () => {
  expect(() => costOf(price({ upTo: 10 }), 11)).toThrow('the price of 11 is another');
  expect(() => costOf(price({}), -1)).toThrow('no quantity');
  expect(() => costOf(price({}), NaN)).toThrow('no quantity');
});

test('each price names its source and day; one that is not Tokyo’s says so', () => {
  for (const [name, one] of Object.entries<Price>(prices)) {
    expect([name, one.page, one.read]).toEqual([
      name,
      expect.stringMatching(/^https:\/\/aws\.amazon\.com\//),
      expect.stringMatching(/^2\d{3}-\d\d-\d\d$/),
    ]);
    expect([name, one.usd > 0, one.per > 0, one.seen.length > 0]).toEqual([name, true, true, true]);
    if (one.seen.includes('APN1-') && !one.seen.includes('that of Tokyo'))
      expect([name, one.basis]).toEqual([name, 'tokyo']);
    if (/without a region|not found|Virginia/.test(one.seen)) expect([name, one.basis]).toEqual([name, 'nearest']);
  }
});
