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
