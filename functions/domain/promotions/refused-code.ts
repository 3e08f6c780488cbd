import { clock } from '../../adapters/clock';
import { findPromotionCode } from '../../adapters/stripe/promotion-codes';
import { judgePromoCode, type PromoRefusal } from './judge-promo-code';

/**
 * Why Stripe refuses a promotion code that was valid when the request was accepted. `until` in unix milliseconds. The
 * order was checked then, so only the code itself can have changed, or the order is no longer the customer's first.
 */
export async function refusalOfCode(
  code: string,
  customerId: string | undefined,
  until: number,
): Promise<PromoRefusal> {
  const promotion = await findPromotionCode(code, customerId, { until });
  return (
    judgePromoCode(promotion, {
      now: clock.seconds(),
      products: promotion?.products ?? [],
      subtotal: Number.MAX_SAFE_INTEGER,
      customerId: promotion?.customerId ?? customerId,
      trial: false,
      firstOrder: false,
    }) ?? { code: 'PROMO_CODE_NOT_APPLICABLE' }
  );
}
