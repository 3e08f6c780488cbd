const japanTimeZone = 'Asia/Tokyo';

/** Japan is nine hours ahead of UTC all year; in seconds. */
const ahead = 9 * 60 * 60;

/** Writes unix seconds in Japanese. The formatter is made once, at its first use, because that is what takes time. */
function writer(options: Intl.DateTimeFormatOptions): (seconds: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (seconds) => {
    format ??= new Intl.DateTimeFormat('ja-JP', { ...options, timeZone: japanTimeZone });
    return format.format(seconds * 1000);
  };
}

/** Unix seconds as a moment in Japan: `2027年1月15日 12:00`. */
export const timeInJapan = writer({ dateStyle: 'long', timeStyle: 'short' });

/** Unix seconds as a day in Japan: `2027年1月15日`. */
export const dayInJapan = writer({ dateStyle: 'long' });

/** Unix seconds as a day in Japan without its year: `1月15日`. */
export const monthAndDayInJapan = writer({ month: 'long', day: 'numeric' });

/** Unix seconds as a day in Japan by ISO 8601: `2027-01-15`. */
export const isoDayInJapan = (seconds: number): string => new Date((seconds + ahead) * 1000).toISOString().slice(0, 10);

/** Unix seconds as the digits of a day in Japan: `20270115`. */
export const dayDigitsInJapan = (seconds: number): string => isoDayInJapan(seconds).replaceAll('-', '');

/** Unix seconds of the end of a month in Japan; `month` from 1. */
export const monthEndInJapan = (year: number, month: number): number => Date.UTC(year, month, 1) / 1000 - ahead;

/** How many days in Japan lie between two moments (unix seconds): 0 on the same day, 1 from 23:59 to 00:01. */
export const daysBetweenInJapan = (from: number, to: number): number =>
  Math.floor((to + ahead) / 86_400) - Math.floor((from + ahead) / 86_400);

/** The calendar day in Japan so many days after a moment (unix seconds). */
export const daysLaterInJapan = (at: number, days: number): string => isoDayInJapan(at + days * 86_400);

/** A calendar day (`2027-01-15`) in words: `2027年1月15日`. */
export const dayInWords = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
};

const day = 86_400;

/**
 * The same day and time of day some months later, in UTC; a day that the month lacks becomes its last one. So Stripe
 * counts periods and coupons (docs.stripe.com/billing/subscriptions/billing-cycle). Takes and returns unix seconds.
 */
export function monthsLater(time: number, months: number): number {
  const from = new Date(time * 1000);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) / 1000 + (time % day);
}
