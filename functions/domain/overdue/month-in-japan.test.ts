import { monthLaterInJapan } from './month-in-japan';

const seconds = (text: string): number => Date.parse(text) / 1000;

test.each([
  ['2027-01-15T12:34:56+09:00', '2027-02-15T12:34:56+09:00'],
  ['2027-01-31T12:00:00+09:00', '2027-02-28T12:00:00+09:00'],
  ['2028-01-30T12:00:00+09:00', '2028-02-29T12:00:00+09:00'],
  ['2027-02-28T12:00:00+09:00', '2027-03-28T12:00:00+09:00'],
  ['2027-12-31T23:59:59+09:00', '2028-01-31T23:59:59+09:00'],
  // The last day of January in Japan, while it is the 30th in London.
  ['2027-01-31T00:30:00+09:00', '2027-02-28T00:30:00+09:00'],
  ['2027-03-01T08:59:59+09:00', '2027-04-01T08:59:59+09:00'],
])('a month after %s is %s', (from, to) => {
  expect(monthLaterInJapan(seconds(from))).toBe(seconds(to));
});
