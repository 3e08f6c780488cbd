import { dayDigitsInJapan, dayInJapan, monthEndInJapan, timeInJapan } from './japan-time';

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
