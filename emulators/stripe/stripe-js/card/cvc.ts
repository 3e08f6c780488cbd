import type { BrandRule } from './brands';
import { halfWidth } from './card-number';

/** The digits of a security code: three, or four for American Express. */
export const cvcDigits = (text: string, rule: BrandRule): string =>
  halfWidth(text)
    .replaceAll(/\D/g, '')
    .slice(0, rule.brand === 'unknown' ? 4 : rule.cvc);

export function checkCvc(digits: string, rule: BrandRule): 'incomplete_cvc' | undefined {
  const enough = rule.brand === 'unknown' ? digits.length >= 3 : digits.length === rule.cvc;
  return enough ? undefined : 'incomplete_cvc';
}
