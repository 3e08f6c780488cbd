import type { Stripe } from 'stripe';
import { catalogueCurrency } from '#shared/catalogue';
import { type PromotionTerms, type PromotionDuration, discountedPayments } from '#shared/model/pricing';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { unlessMissing } from '#functions/platform/stripe/errors';
import { CallError, errors, type ErrorCode } from '#shared/errors';
import { yen } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import type { PlannedPromotion } from './subscriptions';

/** A coupon's terms. `once`: it lowers one payment only. */
export interface CouponTerms extends PromotionTerms {
  once: boolean;
}

/** Only a coupon's name can be changed (docs.stripe.com/api/coupons/update), so its terms are read once. */
const cached = new Map<string, CouponTerms>();

const toTerms = ({ duration, currency, percent_off, amount_off, applies_to }: Stripe.Coupon): CouponTerms => ({
  percentOff: percent_off,
  amountOff: currency === catalogueCurrency ? amount_off : null,
  products: applies_to?.products ?? null,
  once: duration === 'once',
});

/**
 * The terms of coupons by their ids, cached in the container. Read separately from the subscriptions, because the
 * products that a coupon lowers would be a fifth level of expansion. A coupon that staff have deleted is left out; its
 * discounts stay (docs.stripe.com/api/coupons/delete).
 */
export async function couponTerms(
  ids: Iterable<string>,
  options: RequestBudget = {},
): Promise<ReadonlyMap<string, CouponTerms>> {
  const wanted = [...new Set(ids)];
  for (const id of wanted) {
    if (cached.has(id)) continue;
    const coupon = await unlessMissing(stripe(options).coupons.retrieve(id, { expand: ['applies_to'] }));
    if (coupon) cached.set(id, toTerms(coupon));
  }
  return new Map([...cached].filter(([id]) => wanted.includes(id)));
}

/** A promotion code and its coupon, as far as they decide its use. Times in unix seconds, amounts in yen. */
export interface PromotionCode extends PromotionTerms {
  id: string;
  code: string;
  active: boolean;
  expiresAt: number | null;
  /** Remaining redemptions of code and coupon, the smaller number; null means no limit. */
  redemptionsLeft: number | null;
  couponValid: boolean;
  couponId: string;
  /** The one customer who may use it; null for everybody. */
  customerId: string | null;
  /** Only for a customer who has never paid or begun a payment. */
  firstOrderOnly: boolean;
  /** The code has its own limit of redemptions, in addition to its coupon's. */
  hasOwnLimit: boolean;
  /** The minimum price of an order; null for none. */
  minimumAmount: number | null;
  duration: PromotionDuration;
  /** Amount or minimum are only in another currency. */
  foreignCurrency: boolean;
}

const earliest = (...times: (number | null)[]): number | null =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

function durationOf({ duration, duration_in_months: months }: Stripe.Coupon): PromotionDuration {
  if (duration === 'repeating') return { months: months ?? 0 };
  return duration === 'once' ? 'once' : 'forever';
}

/** A promotion code of Stripe (its coupon expanded) in our terms. */
function toPromotionCode(promotion: Stripe.PromotionCode): PromotionCode {
  const { coupon } = promotion.promotion;
  if (!coupon || typeof coupon === 'string') throw new Error(`The coupon of ${promotion.id} was not expanded`);
  const { restrictions } = promotion;
  const left = (of: { max_redemptions: number | null; times_redeemed: number }): number | null =>
    of.max_redemptions === null ? null : Math.max(0, of.max_redemptions - of.times_redeemed);
  return {
    id: promotion.id,
    code: promotion.code,
    active: promotion.active,
    expiresAt: earliest(promotion.expires_at, coupon.redeem_by),
    redemptionsLeft: earliest(left(promotion), left(coupon)),
    couponValid: coupon.valid,
    couponId: coupon.id,
    customerId: idOf(promotion.customer) ?? null,
    firstOrderOnly: restrictions.first_time_transaction,
    hasOwnLimit: promotion.max_redemptions !== null,
    minimumAmount: restrictions.minimum_amount,
    duration: durationOf(coupon),
    foreignCurrency: [coupon.currency, restrictions.minimum_amount_currency].some(
      (currency) => (currency ?? catalogueCurrency) !== catalogueCurrency,
    ),
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    products: coupon.applies_to?.products ?? null,
  };
}

const expand = ['data.promotion.coupon', 'data.promotion.coupon.applies_to'];

/**
 * The promotion code for a text typed by the customer, in any letter case. Several customers may have active codes of
 * one name (docs.stripe.com/api/promotion_codes/create): the customer's own comes first, then one for everybody. If
 * none of these is active, an old one of the same name, or another customer's.
 */
export async function findPromotionCode(
  code: string,
  customerId: string | undefined,
  options: RequestBudget = {},
): Promise<PromotionCode | undefined> {
  const { data } = await stripe(options).promotionCodes.list({ code, limit: 100, expand });
  const found = data.map(toPromotionCode);
  const own = found.filter((one) => one.customerId !== null && one.customerId === customerId);
  const usable = [...own, ...found.filter((one) => one.customerId === null)];
  return usable.find((one) => one.active) ?? usable[0] ?? found[0];
}

export interface PromotedOrder {
  /** Unix seconds. */
  now: number;
  /** Ids of the ordered products. */
  products: readonly string[];
  /** Yen a month before any discount. */
  subtotal: number;
  /** The shop's customer at Stripe; undefined for a new shop. */
  customerId: string | undefined;
  trial: boolean;
  /** Whether the shop never had a subscription. */
  firstOrder: boolean;
}

/** Why an order is refused; `text` if the code's own text is not specific enough. */
export interface OrderRefusal {
  code: ErrorCode;
  text?: string;
}

export const toError = ({ code, text }: OrderRefusal): CallError =>
  new CallError(code, text === undefined ? {} : { text });

const notApplicable = (reason: string): OrderRefusal => ({
  code: 'PROMO_CODE_NOT_APPLICABLE',
  text: `${errors.PROMO_CODE_NOT_APPLICABLE.text}（${reason}）`,
});

/** Why a code that is valid by itself does not fit an order. */
function misfit(code: PromotionCode, order: PromotedOrder): OrderRefusal | undefined {
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
export function judgePromoCode(code: PromotionCode | undefined, order: PromotedOrder): OrderRefusal | undefined {
  if (!code) return { code: 'PROMO_CODE_INVALID' };
  if (code.expiresAt !== null && code.expiresAt <= order.now) return { code: 'PROMO_CODE_EXPIRED' };
  if (code.redemptionsLeft !== null && code.redemptionsLeft <= 0) return { code: 'PROMO_CODE_EXHAUSTED' };
  if (!code.active || !code.couponValid) return { code: 'PROMO_CODE_INVALID' };
  return misfit(code, order);
}

/** Why Stripe refuses a code that was valid when the request was accepted. `until` in unix milliseconds. */
export async function refusalOfCode(
  code: string,
  customerId: string | undefined,
  until: number,
): Promise<OrderRefusal> {
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
