import type Stripe from 'stripe';

/** Promotion codes of the demo data: one for each result that checking a code can have. */
export const demoPromotionCodes = {
  percent: 'OZONE10',
  amount: 'OZONE1000',
  expired: 'SUMMER',
  exhausted: 'FIRSTONE',
  minimum: 'BIGSHOP',
} as const;

/**
 * Creates the codes that the account does not have: a real one keeps those of a deleted data folder. Stripe accepts
 * only an expiry in the future, so the expired code expires three seconds after it is made. `now`: unix milliseconds.
 */
export async function makePromotionCodes(stripe: Stripe, now: () => number): Promise<void> {
  const { data: there } = await stripe.promotionCodes.list({ active: true, limit: 100 });
  const percent = await stripe.coupons.create({ percent_off: 10, duration: 'forever', name: '10％割引' });
  const amount = await stripe.coupons.create({
    amount_off: 1000,
    currency: 'jpy',
    duration: 'repeating',
    duration_in_months: 3,
    name: '1,000円割引',
  });
  const make = async (code: string, coupon: string, more: Partial<Stripe.PromotionCodeCreateParams> = {}) => {
    if (there.some((one) => one.code === code)) return;
    await stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon }, ...more });
  };
  await make(demoPromotionCodes.percent, percent.id);
  await make(demoPromotionCodes.amount, amount.id);
  await make(demoPromotionCodes.expired, percent.id, { expires_at: Math.floor(now() / 1000) + 3 });
  await make(demoPromotionCodes.exhausted, percent.id, { max_redemptions: 1 });
  await make(demoPromotionCodes.minimum, percent.id, {
    restrictions: { minimum_amount: 50_000, minimum_amount_currency: 'jpy' },
  });
}
