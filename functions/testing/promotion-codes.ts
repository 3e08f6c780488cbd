import type { Stripe } from 'stripe';
import type { PaymentServices } from './payment-services';

/** A promotion code of a new coupon, which lasts forever unless it says otherwise. */
export async function makePromotionCode(
  { stripe }: PaymentServices,
  code: string,
  coupon: Stripe.CouponCreateParams,
  promotion: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<Stripe.PromotionCode> {
  const { id } = await stripe.coupons.create({ duration: 'forever', ...coupon });
  return stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon: id }, ...promotion });
}
