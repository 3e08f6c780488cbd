import { isoDayInJapan } from './japan-time';

/**
 * The public holidays of a year, month and day each: decided by the Cabinet Office until the end of the next year
 * (www8.cao.go.jp/chosei/shukujitsu/gaiyou.html), and after that as the law of 2026 has them. A test compares them with
 * the package @holiday-jp/holiday_jp, and fails two years before they end.
 */
export const holidays: Readonly<Record<string, string>> = {
  2026: '0101 0112 0211 0223 0320 0429 0503 0504 0505 0506 0720 0811 0921 0922 0923 1012 1103 1123',
  2027: '0101 0111 0211 0223 0321 0322 0429 0503 0504 0505 0719 0811 0920 0923 1011 1103 1123',
  2028: '0101 0110 0211 0223 0320 0429 0503 0504 0505 0717 0811 0918 0922 1009 1103 1123',
  2029: '0101 0108 0211 0212 0223 0320 0429 0430 0503 0504 0505 0716 0811 0917 0923 0924 1008 1103 1123',
  2030: '0101 0114 0211 0223 0320 0429 0503 0504 0505 0506 0715 0811 0812 0916 0923 1014 1103 1104 1123',
  2031: '0101 0113 0211 0223 0224 0321 0429 0503 0504 0505 0506 0721 0811 0915 0923 1013 1103 1123 1124',
  2032: '0101 0112 0211 0223 0320 0429 0503 0504 0505 0719 0811 0920 0921 0922 1011 1103 1123',
  2033: '0101 0110 0211 0223 0320 0321 0429 0503 0504 0505 0718 0811 0919 0923 1010 1103 1123',
  2034: '0101 0102 0109 0211 0223 0320 0429 0503 0504 0505 0717 0811 0918 0923 1009 1103 1123',
  2035: '0101 0108 0211 0212 0223 0321 0429 0430 0503 0504 0505 0716 0811 0917 0923 0924 1008 1103 1123',
};

/** The days on which public offices are closed besides (行政機関の休日に関する法律, article 1): the turn of the year. */
const turnOfYear = /^(?:12(?:29|30|31)|010[123])$/;

/** Whether the staff work on a calendar day in Japan (`2027-01-15`): 営業日. */
function isBusinessDay(day: string): boolean {
  const [year = '', ...rest] = day.split('-');
  const date = rest.join('');
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  return !isWeekend && !turnOfYear.test(date) && !holidays[year]?.includes(date);
}

/** The calendar day in Japan so many business days after a moment (unix seconds). */
export function businessDaysLater(at: number, days: number): string {
  let later = at;
  for (let left = days; left > 0;) {
    later += 86_400;
    if (isBusinessDay(isoDayInJapan(later))) left -= 1;
  }
  return isoDayInJapan(later);
}
