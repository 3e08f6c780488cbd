import type { ErrorCode } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { findPromotionCode } from '../../adapters/stripe/promotion-codes';
import { judgePromoCode } from './judge-promo-code';

/** Why Stripe refuses a promotion code that was good when the submit was accepted. `until` in unix milliseconds. */
export async function refusalOfCode(code: string, until: number): Promise<ErrorCode> {
  const promotion = await findPromotionCode(code, { until });
  return (
    judgePromoCode(promotion, {
      now: clock.seconds(),
      products: promotion?.products ?? [],
      subtotal: Number.MAX_SAFE_INTEGER,
    }) ?? 'PROMO_CODE_NOT_APPLICABLE'
  );
}
