import type { PromotionCode } from '../../adapters/stripe/promotion-codes';
import { judgePromoCode } from './judge-promo-code';

const code: PromotionCode = {
  id: 'promo_1',
  code: 'WELCOME',
  active: true,
  expiresAt: null,
  redemptionsLeft: null,
  couponValid: true,
  customerOnly: false,
  minimumAmount: null,
  foreignCurrency: false,
  percentOff: 10,
  amountOff: null,
  products: null,
  months: null,
};
const order = { now: 1_000, products: ['first', 'more'], subtotal: 18_700 };

test.each<[string, Partial<PromotionCode>, string | undefined]>([
  ['a plain one', {}, undefined],
  ['one that ends later', { expiresAt: 1_001 }, undefined],
  ['one that ends now', { expiresAt: 1_000 }, 'PROMO_CODE_EXPIRED'],
  [
    'an expired one, which Stripe has switched off',
    { expiresAt: 900, active: false, couponValid: false },
    'PROMO_CODE_EXPIRED',
  ],
  ['one with a redemption left', { redemptionsLeft: 1 }, undefined],
  ['a used-up one, which Stripe has switched off', { redemptionsLeft: 0, active: false }, 'PROMO_CODE_EXHAUSTED'],
  ['one that was switched off', { active: false }, 'PROMO_CODE_INVALID'],
  ['one whose coupon was deleted', { couponValid: false }, 'PROMO_CODE_INVALID'],
  ['one of another customer', { customerOnly: true }, 'PROMO_CODE_NOT_APPLICABLE'],
  ['one in another currency', { foreignCurrency: true }, 'PROMO_CODE_NOT_APPLICABLE'],
  ['one for a product in the order', { products: ['more'] }, undefined],
  ['one for other products', { products: ['other'] }, 'PROMO_CODE_NOT_APPLICABLE'],
  ['one whose minimum is just met', { minimumAmount: 18_700 }, undefined],
  ['one whose minimum is missed', { minimumAmount: 18_701 }, 'PROMO_CODE_NOT_APPLICABLE'],
])('%s', (_what, change, refusal) => {
  expect(judgePromoCode({ ...code, ...change }, order)).toBe(refusal);
});

test('one that does not exist', () => {
  expect(judgePromoCode(undefined, order)).toBe('PROMO_CODE_INVALID');
});
