import * as z from 'zod/mini';

export const tiers = ['FIRST_UNIT', 'SECOND_TO_FOURTH', 'FIFTH_AND_MORE'] as const;
export type Tier = (typeof tiers)[number];

/** The lookup keys of each tier's monthly price in Stripe. */
export const priceLookupKeys: Record<Tier, string> = {
  FIRST_UNIT: 'revonizer_first_unit_monthly',
  SECOND_TO_FOURTH: 'revonizer_second_to_fourth_monthly',
  FIFTH_AND_MORE: 'revonizer_fifth_and_more_monthly',
};

/** The trial of a shop's first subscription, in days (spec 1). */
export const trialDays = 35;

/** Quantities of the tiers for a total of T >= 1 units: first 1, second min(T-1, 3), third T-4 when T > 4 (spec 9). */
export function splitIntoTiers(total: number): Record<Tier, number> {
  if (!Number.isInteger(total) || total < 1)
    throw new RangeError(`A total of devices is a whole number from 1: ${total}`);
  return { FIRST_UNIT: 1, SECOND_TO_FOURTH: Math.min(total - 1, 3), FIFTH_AND_MORE: Math.max(total - 4, 0) };
}

/**
 * Response of POST /api/calculate-pricing (spec 3); amounts in yen a month, tax included. An order of the line names
 * its `priceId`.
 */
const pricingSchema = z.object({
  breakdown: z.array(
    z.object({
      tier: z.enum(tiers),
      priceId: z.string(),
      name: z.string(),
      quantity: z.number(),
      unitAmount: z.number(),
      amount: z.number(),
    }),
  ),
  discount: z.number(),
  total: z.number(),
  /** The payments that the promotion code lowers; only with a code. See DiscountedPayments. */
  discounted: z.optional(z.object({ payments: z.nullable(z.number()), until: z.nullable(z.number()) })),
});
export type Pricing = z.output<typeof pricingSchema>;

/** The price of an order: `trial` says whether it would have the free trial. */
export const pricedOrderSchema = z.extend(pricingSchema, { trial: z.boolean() });
export type PricedOrder = z.output<typeof pricedOrderSchema>;

/**
 * The monthly price that the confirmation of an order showed, in yen. An order that would cost something else is
 * refused (decisions/subscriptions).
 */
export const seenPriceSchema = z.object({
  discount: z.int().check(z.minimum(0)),
  total: z.int().check(z.minimum(0)),
});
export type SeenPrice = z.output<typeof seenPriceSchema>;

/** Response of POST /api/validate-promo-code: `amount` is a percentage for `percent`, yen for `other` (spec 3). */
export const promoSchema = z.object({ type: z.enum(['percent', 'other']), amount: z.number(), message: z.string() });
export type Promo = z.output<typeof promoSchema>;

/** Response of the preview of a changed quantity, all from Stripe's own preview; amounts in yen, tax included. */
export const quantityPreviewSchema = z.object({
  /**
   * Unix seconds: the moment for which the pro-rata amount is calculated. The change must name it, so that it costs the
   * amount shown.
   */
  prorationDate: z.number(),
  /** Charged at once for the rest of the period; 0 if there is no charge. */
  dueNow: z.number(),
  /** The lines of `dueNow`; credits of earlier changes are negative. */
  dueNowLines: z.array(z.object({ description: z.string(), quantity: z.nullable(z.number()), amount: z.number() })),
  /** The amount of the next invoice, and its date (unix seconds). */
  nextInvoice: z.object({ amount: z.number(), date: z.number() }),
  /** The monthly price from then on, by product, before discounts; and the discounts. */
  monthly: z.object({
    lines: z.array(z.object({ name: z.string(), quantity: z.number(), unitAmount: z.number(), amount: z.number() })),
    discount: z.number(),
    total: z.number(),
  }),
});
export type QuantityPreview = z.output<typeof quantityPreviewSchema>;

/**
 * The outcome of a payment that a change needed. `requires_action`: the card's holder has to authenticate, which the
 * browser does with `clientSecret`; the change takes effect once it is paid.
 */
export const chargeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('paid'), amount: z.number() }),
  z.object({ status: z.literal('requires_action'), amount: z.number(), clientSecret: z.string() }),
]);
export type Charge = z.output<typeof chargeSchema>;
