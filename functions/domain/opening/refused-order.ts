import type { PlannedPromotion } from '../../adapters/stripe/subscriptions';
import { isInvalid, isPromotionRefused } from '../../adapters/stripe/to-call-error';
import { logger } from '../../runtime/logger';
import { refusalOfCode } from '../promotions/refused-code';
import type { PromoRefusal } from '../promotions/judge-promo-code';

/**
 * The permanent refusal for Stripe's error to a new subscription; undefined if another attempt may succeed. Every
 * request that Stripe refuses ends, so that nothing of it remains; the error decides only the text.
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
