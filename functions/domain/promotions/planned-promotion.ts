import type { PromotionCode } from '../../adapters/stripe/promotion-codes';
import type { PlannedPromotion } from '../../adapters/stripe/subscriptions';

/** How a checked code will be redeemed. */
export const plannedPromotion = ({ id, code, couponId, minimumAmount }: PromotionCode): PlannedPromotion => ({
  id,
  code,
  ...(minimumAmount !== null && { couponInTrial: couponId }),
});
