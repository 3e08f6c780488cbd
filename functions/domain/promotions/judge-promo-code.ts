import type { ErrorCode } from '#shared/errors';
import type { PromotionCode } from '../../adapters/stripe/promotion-codes';

/** What a promotion code is to be used for. */
export interface PromotedOrder {
  /** Unix seconds. */
  now: number;
  /** Ids of the products that are ordered. */
  products: readonly string[];
  /** Yen a month before any discount. */
  subtotal: number;
}

/**
 * Why a promotion code cannot be used for an order by a shop that is about to be opened; undefined where it can. A
 * code for a customer's first transaction can: the shop's customer is new.
 */
export function judgePromoCode(code: PromotionCode | undefined, order: PromotedOrder): ErrorCode | undefined {
  if (!code) return 'PROMO_CODE_INVALID';
  if (code.expiresAt !== null && code.expiresAt <= order.now) return 'PROMO_CODE_EXPIRED';
  if (code.redemptionsLeft !== null && code.redemptionsLeft <= 0) return 'PROMO_CODE_EXHAUSTED';
  if (!code.active || !code.couponValid) return 'PROMO_CODE_INVALID';
  const applies = code.products === null || order.products.some((product) => code.products?.includes(product));
  const enough = code.minimumAmount === null || order.subtotal >= code.minimumAmount;
  return code.customerOnly || code.foreignCurrency || !applies || !enough ? 'PROMO_CODE_NOT_APPLICABLE' : undefined;
}
