import { cardExpiry } from './payment-card';

const at = (text: string): number => Date.parse(text);
const june = { exp_month: 6, exp_year: 2027 };

test.each([
  ['the last second of its month in Japan', '2027-06-30T23:59:59+09:00', 'soon'],
  ['the first moment after it', '2027-07-01T00:00:00+09:00', 'expired'],
  ['sixty days before', '2027-05-02T00:00:00+09:00', 'soon'],
  ['earlier', '2027-05-01T23:59:59+09:00', 'good'],
])('a card at %s', (_when, now, state) => expect(cardExpiry(june, at(now))).toBe(state));

test('a card that expires before the next charge: ends soon', () => {
  expect(cardExpiry(june, at('2027-01-01T00:00:00+09:00'), at('2027-07-02T00:00:00+09:00'))).toBe('soon');
});

test('a card of December expires at the end of the year', () =>
  expect(cardExpiry({ exp_month: 12, exp_year: 2026 }, at('2027-01-01T00:00:00+09:00'))).toBe('expired'));
