import { addMonths, nextBillingDate, prorate, roundMoney } from './periods';

const at = (text: string): number => Date.parse(`${text}T03:00:00Z`) / 1000;
const monthly = { interval: 'month', interval_count: 1 } as const;

test('a day missing from a month becomes its last day, and returns in longer months', () => {
  const anchor = at('2026-01-31');
  expect(addMonths(anchor, 1)).toBe(at('2026-02-28'));
  expect(addMonths(at('2028-01-31'), 1)).toBe(at('2028-02-29'));
  expect(nextBillingDate(anchor, monthly, anchor)).toBe(at('2026-02-28'));
  expect(nextBillingDate(anchor, monthly, at('2026-02-28'))).toBe(at('2026-03-31'));
  expect(nextBillingDate(anchor, monthly, at('2026-04-30') - 1)).toBe(at('2026-04-30'));
});

test('years, weeks and days also count from the anchor', () => {
  expect(nextBillingDate(at('2028-02-29'), { interval: 'year', interval_count: 1 }, at('2028-03-01'))).toBe(
    at('2029-02-28'),
  );
  expect(nextBillingDate(at('2026-01-01'), { interval: 'week', interval_count: 2 }, at('2026-01-15'))).toBe(
    at('2026-01-29'),
  );
  expect(nextBillingDate(at('2026-01-01'), { interval: 'day', interval_count: 10 }, at('2026-01-01'))).toBe(
    at('2026-01-11'),
  );
  expect(nextBillingDate(at('2026-12-01'), { interval: 'month', interval_count: 3 }, at('2026-12-02'))).toBe(
    at('2027-03-01'),
  );
});

test('an amount is prorated to the second; charges and credits are rounded alike', () => {
  expect(prorate(31_000, 0, 31, 10)).toBe(21_000);
  expect(prorate(9900, 0, 2_592_000, 2_591_999)).toBe(0);
  expect(prorate(1, 0, 2, 1)).toBe(1);
  expect(prorate(-1, 0, 2, 1)).toBe(-1);
  expect(prorate(100, 5, 5, 5)).toBe(0);
  expect(roundMoney(-0.4)).toBe(0);
});
