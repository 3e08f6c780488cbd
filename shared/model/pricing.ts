import * as z from 'zod/mini';
import { sum } from '../numbers';
import { monthsLater } from './japan-time';

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
 * The quantities of a tier's items that together have `total` devices; of a new item if there is none. Staff may have
 * given a tier's devices several prices: the first one's count changes, as far as that is enough.
 */
export function spreadOver(quantities: readonly number[], total: number): number[] {
  let left = total;
  const others = quantities.slice(1).map((quantity) => {
    const kept = Math.min(quantity, left);
    left -= kept;
    return kept;
  });
  return [left, ...others];
}

/** Response of POST /api/calculate-pricing (spec 3), in yen a month with tax. An order names a line's `priceId`. */
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

/** The monthly price that an order's confirmation showed, in yen; another is refused (decisions/subscriptions). */
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
  /** Unix seconds of the pro-rata amount; the change must name it, so that it costs the amount shown. */
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

/** The outcome of a change's payment. `requires_action`: the holder authenticates in the browser by `clientSecret`. */
export const chargeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('paid'), amount: z.number() }),
  z.object({ status: z.literal('requires_action'), amount: z.number(), clientSecret: z.string() }),
]);
export type Charge = z.output<typeof chargeSchema>;

export const isUnconfirmed = ({ status }: Charge): boolean => status === 'requires_action';

/** A tier's price at Stripe; `unitAmount` in yen a month, tax included. */
export interface TierPrice {
  priceId: string;
  productId: string;
  name: string;
  unitAmount: number;
}
export type TierPrices = Record<Tier, TierPrice>;

/** The discount of a promotion: a percentage (0 to 100) or an amount in yen. */
export interface PromotionTerms {
  percentOff: number | null;
  amountOff: number | null;
  /** The products it lowers; null means all. */
  products: readonly string[] | null;
}

/**
 * The monthly price of a total of devices, tier by tier, and the discount of a promotion. Stripe discounts line by
 * line: a percentage is rounded to whole yen on each line, and an amount never exceeds the cost of the lines it applies
 * to (docs.stripe.com/billing/subscriptions/coupons).
 */
export function priceFor(total: number, prices: TierPrices, promotion?: PromotionTerms): Pricing {
  const quantities = splitIntoTiers(total);
  const lines = tiers
    .map((tier) => ({ tier, quantity: quantities[tier], price: prices[tier] }))
    .filter((line) => line.quantity > 0);
  const breakdown = lines.map(({ tier, quantity, price }) => ({
    tier,
    priceId: price.priceId,
    name: price.name,
    quantity,
    unitAmount: price.unitAmount,
    amount: price.unitAmount * quantity,
  }));
  const lowered = breakdown
    .filter((line) => !promotion?.products || promotion.products.includes(prices[line.tier].productId))
    .map((line) => line.amount);
  const discount = promotion ? discountOn(lowered, promotion) : 0;
  return { breakdown, discount, total: sum(breakdown.map((line) => line.amount)) - discount };
}

type Off = Pick<PromotionTerms, 'percentOff' | 'amountOff'>;

/** What a promotion takes off each line that it applies to: `amounts`, in yen. Lines share an amount by their size. */
export function takenOff(amounts: readonly number[], { percentOff, amountOff }: Off): number[] {
  if (percentOff !== null) return amounts.map((amount) => Math.round((amount * percentOff) / 100));
  const whole = sum(amounts);
  const taken = Math.min(amountOff ?? 0, whole);
  const upTo = (line: number): number => Math.round((taken * sum(amounts.slice(0, line))) / whole);
  return amounts.map((_, line) => (whole > 0 ? upTo(line + 1) - upTo(line) : 0));
}

const discountOn = (amounts: readonly number[], terms: Off): number => sum(takenOff(amounts, terms));

/** Stripe's duration of a coupon; `once` means the first payment of more than 0 yen. */
export type PromotionDuration = 'once' | 'forever' | { months: number };

/** The payments that a promotion takes something off. */
export interface DiscountedPayments {
  /** Number of payments; null means every one. */
  payments: number | null;
  /** Unix seconds on the last whole day on which it counts; null if no date ends it. */
  until: number | null;
}

const day = 24 * 60 * 60;

/**
 * The payments that a promotion lowers, for a subscription that begins at `start` (unix seconds), with or without the
 * free trial. A coupon for some months counts from the start of the trial
 * (docs.stripe.com/billing/subscriptions/coupons; fact `repeating-counts-from-trial-start`), so the trial uses up some
 * of them.
 */
export function discountedPayments(
  duration: PromotionDuration,
  { start, trial }: { start: number; trial: boolean },
): DiscountedPayments {
  if (duration === 'forever') return { payments: null, until: null };
  if (duration === 'once') return { payments: 1, until: null };
  const end = monthsLater(start, duration.months);
  const firstPayment = trial ? start + trialDays * day : start;
  let payments = 0;
  while (monthsLater(firstPayment, payments) < end) payments += 1;
  return { payments, until: end - day };
}
