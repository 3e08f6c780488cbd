import { passesLuhn } from '../../rules/luhn';
import { ruleOf } from './brands';

/** The digits of typed or pasted text, in half or full width, cut at the longest length of the card's brand. */
export function numberDigits(text: string): string {
  const digits = halfWidth(text).replaceAll(/\D/g, '');
  return digits.slice(0, Math.max(...ruleOf(digits).lengths));
}

/** Converts full-width digits, which a Japanese keyboard types first. */
export const halfWidth = (text: string): string =>
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
