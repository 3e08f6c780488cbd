import { CallError, errors, type ErrorCode } from '#shared/errors';
import { discountedPayments } from '#shared/model/pricing';
import { yen } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import { findPromotionCode, type PromotionCode } from './promotion-codes';
import type { PlannedPromotion } from './subscriptions';

/** The order that a promotion code would be used for. */
export interface PromotedOrder {
  /** Unix seconds. */
  now: number;
  /** Ids of the ordered products. */
  products: readonly string[];
  /** Yen a month before any discount. */
  subtotal: number;
  /** The shop's customer at Stripe; undefined for a new shop. */
  customerId: string | undefined;
  /** Whether the order has the free trial. */
  trial: boolean;
  /** Whether the customer has never paid or begun a payment. */
  firstOrder: boolean;
}

/** Why an order is refused; `text` if the code's own text is not specific enough. */
export interface Refusal {
  code: ErrorCode;
  text?: string;
}

export const toError = ({ code, text }: Refusal): CallError => new CallError(code, text === undefined ? {} : { text });

const notApplicable = (reason: string): Refusal => ({
  code: 'PROMO_CODE_NOT_APPLICABLE',
  text: `${errors.PROMO_CODE_NOT_APPLICABLE.text}（${reason}）`,
});

/** Why a code that is valid by itself does not fit an order. */
function misfit(code: PromotionCode, order: PromotedOrder): Refusal | undefined {
  const { minimumAmount } = code;
  const forOther = code.customerId !== null && code.customerId !== order.customerId;
  const applies = code.products === null || order.products.some((product) => code.products?.includes(product));
  if (forOther || code.foreignCurrency || !applies) return { code: 'PROMO_CODE_NOT_APPLICABLE' };
  if (code.firstOrderOnly && !order.firstOrder) return notApplicable('初めてのご契約が対象です');
  if (minimumAmount !== null && order.subtotal < minimumAmount)
    return notApplicable(`月額${yen(minimumAmount)}以上のご契約が対象です`);
  // Such a code would be redeemed by its coupon, for which Stripe ignores the code's own limit
  // (decisions/subscriptions).
  if (minimumAmount !== null && order.trial && code.hasOwnLimit)
    return notApplicable('無料トライアルのあるご契約は対象外です');
  if (discountedPayments(code.duration, { start: order.now, trial: order.trial }).payments === 0)
    return notApplicable('割引の期間が無料トライアル中に終わります');
  return undefined;
}

/** Why a promotion code cannot be used for an order; undefined if it can. */
export function judgePromoCode(code: PromotionCode | undefined, order: PromotedOrder): Refusal | undefined {
  if (!code) return { code: 'PROMO_CODE_INVALID' };
  if (code.expiresAt !== null && code.expiresAt <= order.now) return { code: 'PROMO_CODE_EXPIRED' };
  if (code.redemptionsLeft !== null && code.redemptionsLeft <= 0) return { code: 'PROMO_CODE_EXHAUSTED' };
  if (!code.active || !code.couponValid) return { code: 'PROMO_CODE_INVALID' };
  return misfit(code, order);
}

/**
 * Why Stripe refuses a promotion code that was valid when the request was accepted. `until` in unix milliseconds. The
 * order was checked then, so only the code itself can have changed, or the order is no longer the customer's first.
 */
export async function refusalOfCode(code: string, customerId: string | undefined, until: number): Promise<Refusal> {
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

/** How a checked code will be redeemed. */
export const plannedPromotion = ({ id, code, couponId, minimumAmount }: PromotionCode): PlannedPromotion => ({
  id,
  code,
  ...(minimumAmount !== null && { couponInTrial: couponId }),
});
