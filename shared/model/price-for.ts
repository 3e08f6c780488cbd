import { sum } from '../sum';
import { splitIntoTiers, tiers, type Pricing, type Tier } from './pricing';

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

/** The same of all lines together. */
const discountOn = (amounts: readonly number[], terms: Off): number => sum(takenOff(amounts, terms));
