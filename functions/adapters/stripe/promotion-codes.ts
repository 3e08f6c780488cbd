import type { Stripe } from 'stripe';
import { catalogueCurrency } from '#shared/model/catalogue';
import type { PromotionTerms } from '#shared/model/price-for';
import { stripeRequest, type RequestBudget } from './client';

/** A promotion code and its coupon, with what decides whether it can be used. Times in unix seconds, amounts in yen. */
export interface PromotionCode extends PromotionTerms {
  id: string;
  code: string;
  active: boolean;
  expiresAt: number | null;
  /** Redemptions that code and coupon leave, whichever has fewer; null means any number. */
  redemptionsLeft: number | null;
  couponValid: boolean;
  /** One customer alone may use it. */
  customerOnly: boolean;
  /** What an order must cost at least; null for no minimum. */
  minimumAmount: number | null;
  /** For how many months it counts, from the first payment on; null for as long as the contract lasts. */
  months: number | null;
  /** Amount or minimum are in another currency only. */
  foreignCurrency: boolean;
}

const earliest = (...times: (number | null)[]): number | null =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

/** A promotion code as Stripe has it (its coupon expanded) in our terms. */
function toPromotionCode(promotion: Stripe.PromotionCode): PromotionCode {
  const { coupon } = promotion.promotion;
  if (!coupon || typeof coupon === 'string') throw new Error(`The coupon of ${promotion.id} was not expanded`);
  const { restrictions } = promotion;
  const amountOff =
    coupon.currency === catalogueCurrency
      ? coupon.amount_off
      : (coupon.currency_options?.[catalogueCurrency]?.amount_off ?? null);
  const minimumAmount =
    restrictions.minimum_amount_currency === catalogueCurrency
      ? restrictions.minimum_amount
      : (restrictions.currency_options?.[catalogueCurrency]?.minimum_amount ?? null);
  const left = (of: { max_redemptions: number | null; times_redeemed: number }): number | null =>
    of.max_redemptions === null ? null : Math.max(0, of.max_redemptions - of.times_redeemed);
  return {
    id: promotion.id,
    code: promotion.code,
    active: promotion.active,
    expiresAt: earliest(promotion.expires_at, coupon.redeem_by),
    redemptionsLeft: earliest(left(promotion), left(coupon)),
    couponValid: coupon.valid,
    customerOnly: promotion.customer !== null,
    minimumAmount,
    months: coupon.duration === 'once' ? 1 : coupon.duration_in_months,
    foreignCurrency:
      (coupon.percent_off === null && amountOff === null) ||
      (restrictions.minimum_amount !== null && minimumAmount === null),
    percentOff: coupon.percent_off,
    amountOff,
    products: coupon.applies_to?.products ?? null,
  };
}

/**
 * The promotion code that a customer types; upper and lower case are alike. The active one where old ones had the
 * same name.
 */
export async function findPromotionCode(code: string, options: RequestBudget = {}): Promise<PromotionCode | undefined> {
  const { data } = await stripeRequest(
    (stripe, request) =>
      stripe.promotionCodes.list(
        { code, limit: 20, expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'] },
        request,
      ),
    options,
  );
  const found = data.find((one) => one.active) ?? data[0];
  return found && toPromotionCode(found);
}
