import type { Stripe } from 'stripe';
import { catalogueCurrency } from '#shared/model/catalogue';
import type { PromotionTerms } from '#shared/model/price-for';
import { stripeRequest, type RequestBudget } from './client';
import { unlessMissing } from './to-call-error';

/** A coupon's terms. `once`: it lowers one payment only. */
export interface CouponTerms extends PromotionTerms {
  once: boolean;
}

/** Only a coupon's name can be changed (docs.stripe.com/api/coupons/update), so its terms are read once. */
const known = new Map<string, CouponTerms>();

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
    if (known.has(id)) continue;
    const coupon = await unlessMissing(
      stripeRequest((stripe, request) => stripe.coupons.retrieve(id, { expand: ['applies_to'] }, request), options),
    );
    if (coupon) known.set(id, toTerms(coupon));
  }
  return new Map([...known].filter(([id]) => wanted.includes(id)));
}
