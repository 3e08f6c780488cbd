import { passesLuhn } from '../../rules/luhn';

/** Card brands that the first digits tell apart, by Stripe's names. */
export type CardBrand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa' | 'unknown';

export interface BrandRule {
  brand: CardBrand;
  /** Possible numbers of digits. */
  lengths: number[];
  /** Positions after which the digits are grouped: 4-6-5 for American Express. */
  groups: number[];
  /** Length of the security code. */
  cvc: 3 | 4;
}

const four = [4, 4, 4, 4, 3];
const rules: (BrandRule & { starts: RegExp })[] = [
  { brand: 'visa', starts: /^4/, lengths: [16], groups: four, cvc: 3 },
  { brand: 'mastercard', starts: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16], groups: four, cvc: 3 },
  { brand: 'amex', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { brand: 'jcb', starts: /^35(2[89]|[3-8])/, lengths: [16], groups: four, cvc: 3 },
  { brand: 'diners', starts: /^3(0[0-5]|[689])/, lengths: [14], groups: [4, 6, 4], cvc: 3 },
  { brand: 'discover', starts: /^6(011|4[4-9]|5)/, lengths: [16], groups: four, cvc: 3 },
  { brand: 'unionpay', starts: /^(62|81)/, lengths: [16, 17, 18, 19], groups: four, cvc: 3 },
];
const unknown: BrandRule = { brand: 'unknown', lengths: [16], groups: four, cvc: 3 };

/** The rule for a number, based on its first digits. */
export const ruleOf = (digits: string): BrandRule => rules.find((rule) => rule.starts.test(digits)) ?? unknown;

/** The digits of typed or pasted text, in half or full width, cut at the longest length of the card's brand. */
export function numberDigits(text: string): string {
  const digits = halfWidth(text).replaceAll(/\D/g, '');
  return digits.slice(0, Math.max(...ruleOf(digits).lengths));
}

/** Converts full-width digits, which a Japanese keyboard types first. */
const halfWidth = (text: string): string =>
  text.replaceAll(/[０-９]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0xfee0));

/** Grouped as on the card: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function formatNumber(digits: string): string {
  const parts: string[] = [];
  let rest = digits;
  for (const size of ruleOf(digits).groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

type NumberProblem = 'incomplete_number' | 'invalid_number';

export function checkNumber(digits: string): NumberProblem | undefined {
  const { lengths } = ruleOf(digits);
  if (!lengths.includes(digits.length)) return 'incomplete_number';
  return passesLuhn(digits) ? undefined : 'invalid_number';
}

/** The digits of a security code: three, or four for American Express. */
export const cvcDigits = (text: string, rule: BrandRule): string =>
  halfWidth(text)
    .replaceAll(/\D/g, '')
    .slice(0, rule.brand === 'unknown' ? 4 : rule.cvc);

export function checkCvc(digits: string, rule: BrandRule): 'incomplete_cvc' | undefined {
  const enough = rule.brand === 'unknown' ? digits.length >= 3 : digits.length === rule.cvc;
  return enough ? undefined : 'incomplete_cvc';
}

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
