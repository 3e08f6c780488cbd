import { addressed, ageText, longDate, longDateWithWeekday, phoneText, shortDate } from './format';

/** 23:30 in Japan, 14:30 UTC of the same day. */
const evening = Date.UTC(2026, 10, 21, 14, 30);
/** 0:30 of the 22nd in Japan, 15:30 UTC of the 21st. */
const night = Date.UTC(2026, 10, 21, 15, 30);

test('days are Japanese days in any time zone of the machine', () => {
  expect(longDate(evening)).toBe('2026年11月21日');
  expect(longDate(night)).toBe('2026年11月22日');
  expect(longDateWithWeekday(evening)).toBe('2026年11月21日(土)');
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

test.each([
  ['0312345678', '03-1234-5678'],
  ['09012345678', '090-1234-5678'],
  ['+819012345678', '090-1234-5678'],
  ['0120123456', '0120-123-456'],
  ['08001234567', '0800-123-4567'],
  ['0451234567', '045-123-4567'],
  ['0422123456', '0422123456'],
  ['03-1234-5678', '03-1234-5678'],
  ['+1 212 555 0100', '+1 212 555 0100'],
])('the phone number %s is written %s', (given, shown) => {
  expect(phoneText(given)).toBe(shown);
});

test.each([
  ['田中美咲', '田中美咲さん'],
  ['田中さん', '田中さん'],
  ['サロン様', 'サロン様'],
])('%s is addressed as %s', (name, words) => {
  expect(addressed(name)).toBe(words);
});
