import { type PromotionCode, judgePromoCode } from './promotion-codes';

const code: PromotionCode = {
  id: 'promo_1',
  code: 'WELCOME',
  active: true,
  expiresAt: null,
  redemptionsLeft: null,
  couponValid: true,
  couponId: 'coupon',
  customerId: null,
  firstOrderOnly: false,
  hasOwnLimit: false,
  minimumAmount: null,
  foreignCurrency: false,
  percentOff: 10,
  amountOff: null,
  products: null,
  duration: 'forever',
};
const order = {
  now: 1_000,
  products: ['first', 'more'],
  subtotal: 18_700,
  customerId: 'cus_1',
  trial: false,
  firstOrder: true,
};

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
  ['one of another customer', { customerId: 'cus_2' }, 'PROMO_CODE_NOT_APPLICABLE'],
  ['one of this customer', { customerId: 'cus_1' }, undefined],
  ['one for a first order', { firstOrderOnly: true }, undefined],
  ['one for a month', { duration: { months: 1 } }, undefined],
  ['one in another currency', { foreignCurrency: true }, 'PROMO_CODE_NOT_APPLICABLE'],
  ['one for a product in the order', { products: ['more'] }, undefined],
  ['one for other products', { products: ['other'] }, 'PROMO_CODE_NOT_APPLICABLE'],
  ['one whose minimum is just met', { minimumAmount: 18_700 }, undefined],
  ['one whose minimum is missed', { minimumAmount: 18_701 }, 'PROMO_CODE_NOT_APPLICABLE'],
])('%s', (_what, change, refusal) => {
  expect(judgePromoCode({ ...code, ...change }, order)?.code).toBe(refusal);
});

test('a code that does not exist: PROMO_CODE_INVALID', () => {
  expect(judgePromoCode(undefined, order)).toEqual({ code: 'PROMO_CODE_INVALID' });
});

const trial = { ...order, trial: true };
test.each<[string, Partial<PromotionCode>, Partial<typeof order>, string | undefined]>([
  ['a minimum in a trial: judged by the monthly price', { minimumAmount: 18_700 }, trial, undefined],
  ['a minimum that is missed', { minimumAmount: 18_701 }, trial, '月額18,701円以上のご契約が対象です'],
  [
    'a minimum and a limit of its own in a trial: Stripe could not count it',
    { minimumAmount: 18_700, hasOwnLimit: true },
    trial,
    '無料トライアルのあるご契約は対象外です',
  ],
  ['the same without a trial', { minimumAmount: 18_700, hasOwnLimit: true }, {}, undefined],
  ['a limit of its own alone in a trial', { hasOwnLimit: true }, trial, undefined],
  [
    'one month in a trial: nothing is taken off',
    { duration: { months: 1 } },
    trial,
    '割引の期間が無料トライアル中に終わります',
  ],
  ['two months in a trial', { duration: { months: 2 } }, trial, undefined],
  ['for once in a trial', { duration: 'once' }, trial, undefined],
  ['for a first order, a later one', { firstOrderOnly: true }, { firstOrder: false }, '初めてのご契約が対象です'],
  ['of a customer, for a shop that is about to be opened', { customerId: 'cus_1' }, { customerId: '' }, ''],
])('%s', (_what, change, context, reason) => {
  const refusal = judgePromoCode({ ...code, ...change }, { ...order, ...context });
  if (reason === undefined) expect(refusal).toBeUndefined();
  else
    expect(refusal).toEqual({
      code: 'PROMO_CODE_NOT_APPLICABLE',
      ...(reason && { text: `このプロモーションコードはご契約内容には利用できません（${reason}）` }),
    });
});
