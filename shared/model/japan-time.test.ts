import { dayDigitsInJapan, dayInJapan, monthEndInJapan, monthLaterInJapan, timeInJapan } from './japan-time';

const seconds = (text: string): number => Date.parse(text) / 1000;

test.each([
  ['2026-12-31T14:59:59Z', '2026年12月31日 23:59', '2026年12月31日', '20261231'],
  ['2026-12-31T15:00:00Z', '2027年1月1日 0:00', '2027年1月1日', '20270101'],
  ['2027-01-15T12:00:00+09:00', '2027年1月15日 12:00', '2027年1月15日', '20270115'],
])('%s is %s in Japan', (moment, time, day, digits) => {
  expect([timeInJapan, dayInJapan, dayDigitsInJapan].map((write) => write(seconds(moment)))).toEqual([
    time,
    day,
    digits,
  ]);
});

test.each([
  [2027, 1, '2027-02-01T00:00:00+09:00'],
  [2027, 12, '2028-01-01T00:00:00+09:00'],
])('the end of %i-%i is %s', (year, month, end) => {
  expect(monthEndInJapan(year, month)).toBe(seconds(end));
});

test.each([
  ['2027-01-15T12:34:56+09:00', '2027-02-15T12:34:56+09:00'],
  ['2027-01-31T12:00:00+09:00', '2027-02-28T12:00:00+09:00'],
  ['2028-01-30T12:00:00+09:00', '2028-02-29T12:00:00+09:00'],
  ['2027-02-28T12:00:00+09:00', '2027-03-28T12:00:00+09:00'],
  ['2027-12-31T23:59:59+09:00', '2028-01-31T23:59:59+09:00'],
  // The last day of January in Japan, and still the 30th in London.
  ['2027-01-31T00:30:00+09:00', '2027-02-28T00:30:00+09:00'],
  ['2027-03-01T08:59:59+09:00', '2027-04-01T08:59:59+09:00'],
])('a month after %s is %s', (from, to) => {
  expect(monthLaterInJapan(seconds(from))).toBe(seconds(to));
});
