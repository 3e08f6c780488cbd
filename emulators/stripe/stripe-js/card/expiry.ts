import { halfWidth } from './card-number';

/** MMYY from typed, pasted or autofilled text: `12/27`, `12 / 2027`, `2027-12`, `1227`. */
export function expiryDigits(text: string): string {
  const plain = halfWidth(text);
  const yearFirst = /^\s*20(\d\d)\D+(\d{1,2})\s*$/.exec(plain);
  if (yearFirst) return `${yearFirst[2]?.padStart(2, '0')}${yearFirst[1]}`;
  const separated = /^\s*(\d{1,2})\D+(\d*)/.exec(plain);
  const month = separated?.[1]?.padStart(2, '0');
  const digits = month === undefined ? plain.replaceAll(/\D/g, '') : `${month}${separated?.[2] ?? ''}`;
  // No month begins with 2 to 9, so a first digit of 2 to 9 is the whole month.
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return /^\d{2}20\d{2}$/.test(whole) ? `${whole.slice(0, 2)}${whole.slice(4)}` : whole.slice(0, 4);
}

/** `12 / 27`. The separator appears with the second digit of the month and disappears with it. */
export const formatExpiry = (digits: string): string =>
  digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;

type ExpiryProblem =
  | 'incomplete_expiry'
  | 'invalid_expiry_month'
  | 'invalid_expiry_month_past'
  | 'invalid_expiry_year'
  | 'invalid_expiry_year_past';

export const expiryMonth = (digits: string): number => Number(digits.slice(0, 2));
export const expiryYear = (digits: string): number => 2000 + Number(digits.slice(2, 4));

/** A card is valid until the end of its month; more than fifty years ahead is a typing error. */
export function checkExpiry(digits: string, today: Date): ExpiryProblem | undefined {
  if (digits.length >= 2 && (expiryMonth(digits) < 1 || expiryMonth(digits) > 12)) return 'invalid_expiry_month';
  if (digits.length < 4) return 'incomplete_expiry';
  const [year, month] = [expiryYear(digits), expiryMonth(digits)];
  if (year < today.getFullYear()) return 'invalid_expiry_year_past';
  if (year > today.getFullYear() + 50) return 'invalid_expiry_year';
  return year === today.getFullYear() && month < today.getMonth() + 1 ? 'invalid_expiry_month_past' : undefined;
}
