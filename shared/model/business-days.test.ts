import { holidays as known } from '@holiday-jp/holiday_jp';
import { businessDaysLater, holidays } from './business-days';

test.each([
  ['a Friday evening', '2027-01-15T23:59:52+09:00', '2027-01-20'],
  ['before Christmas and the turn of the year', '2026-12-25T12:00:00+09:00', '2027-01-05'],
  ['the turn of the year', '2026-12-30T12:00:00+09:00', '2027-01-06'],
  ['Golden Week', '2027-04-28T12:00:00+09:00', '2027-05-07'],
  ['a holiday that moved to Monday', '2027-03-19T12:00:00+09:00', '2027-03-25'],
  ['three holidays in September', '2026-09-18T00:00:00+09:00', '2026-09-28'],
])('three business days from %s on', (_name, moment, day) => {
  expect(businessDaysLater(Date.parse(moment) / 1000, 3)).toBe(day);
});

test.each(Object.entries(holidays))('the holidays of %s are those of @holiday-jp/holiday_jp', (year, days) => {
  const dates = Object.keys(known).filter((date) => date.startsWith(year));
  expect(days.split(' ')).toEqual(dates.map((date) => date.slice(5).replace('-', '')));
});

test('the holidays of the next two years are known: otherwise add years from the package', () => {
  const year = new Date().getUTCFullYear();
  expect(Object.keys(holidays)).toEqual(expect.arrayContaining([year, year + 1, year + 2].map(String)));
});
