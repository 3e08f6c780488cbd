import type { PlannedPromotion } from '../../adapters/stripe/subscriptions';
import { isInvalid, isPromotionRefused } from '../../adapters/stripe/to-call-error';
import { logger } from '../../runtime/logger';
import { refusalOfCode } from '../promotions/refused-code';
import type { PromoRefusal } from '../promotions/judge-promo-code';

/**
 * The refusal that Stripe's error to a new subscription means for good; undefined where another try may succeed. What
 * the error carries decides only the text: any request that Stripe does not accept ends, so that nothing of it stays.
 */
export async function refusalOfOrder(
  error: unknown,
  promotion: PlannedPromotion | undefined,
  { customerId, until }: { customerId: string | undefined; until: number },
): Promise<PromoRefusal | undefined> {
  if (!isInvalid(error)) return undefined;
  if (promotion && isPromotionRefused(error)) return refusalOfCode(promotion.code, customerId, until);
  logger.error('Stripe refuses a subscription for another reason than its promotion code or card', { error });
  return { code: 'ORDER_REFUSED' };
}
