import { lastNight } from './clock';

const seconds = (time: string): number => Date.parse(time) / 1000;

test.each([
  ['2027-01-15T02:59:59+09:00', '2027-01-14T03:00:00+09:00'],
  ['2027-01-15T03:00:00+09:00', '2027-01-15T03:00:00+09:00'],
  ['2027-01-15T12:00:00+09:00', '2027-01-15T03:00:00+09:00'],
  ['2027-01-16T00:30:00+09:00', '2027-01-15T03:00:00+09:00'],
])('what is done once a night was last due for %s at %s', (now, due) => {
  expect(lastNight(seconds(now))).toBe(seconds(due));
});
