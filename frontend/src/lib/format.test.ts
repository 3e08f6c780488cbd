import { ageText, longDate, longDateWithWeekday, shortDate } from './format';

/** 23:30 in Japan, 14:30 UTC of the same day. */
const evening = Date.UTC(2026, 10, 21, 14, 30);
/** 0:30 of the 22nd in Japan, 15:30 UTC of the 21st. */
const night = Date.UTC(2026, 10, 21, 15, 30);

test('days are Japanese days in any time zone of the machine', () => {
  expect(longDate(evening)).toBe('2026年11月21日');
  expect(longDate(night)).toBe('2026年11月22日');
  expect(longDateWithWeekday(evening)).toBe('2026年11月21日土曜日');
  expect(shortDate(night)).toBe('2026/11/22');
});

test.each([
  [30, 'たった今'],
  [59 * 60, '59分前'],
  [60 * 60, '1時間前'],
  [23 * 3600 + 3599, '23時間前'],
  [49 * 3600, '2日前'],
  [-5, 'たった今'],
])('%s seconds ago is %s', (seconds, text) => {
  expect(ageText(evening - seconds * 1000, evening)).toBe(text);
});
