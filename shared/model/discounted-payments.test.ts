import { discountedPayments } from './discounted-payments';

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
