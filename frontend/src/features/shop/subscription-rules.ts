import type { Subscription } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription-status';
import type { PriceLine } from './order/price-breakdown';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/**
 * How many devices a subscription is for: the sum of its tiers, at least 1 (spec 9). Without any tier every item
 * counts; with tiers, the other items are not devices.
 */
export function deviceCount({ items }: Pick<Subscription, 'items'>): number {
  const tiered = items.filter(({ product }) => product.tier);
  return Math.max(1, sum((tiered.length > 0 ? tiered : items).map(({ quantity }) => quantity)));
}

type Discount = NonNullable<Subscription['discounts']>[number];

/** The discounts that lower the next payment. */
export const activeDiscounts = ({
  discounts = [],
  current_period_end: next,
}: Pick<Subscription, 'discounts' | 'current_period_end'>): Discount[] =>
  discounts.filter(({ amount, end }) => amount > 0 && (end === null || end > next));

/** The monthly price in yen, tax included, as the next payment has it: its parts, the discount, and the total. */
export function monthlyPrice(subscription: Pick<Subscription, 'items' | 'discounts' | 'current_period_end'>): {
  breakdown: PriceLine[];
  discount: number;
  total: number;
} {
  const breakdown = subscription.items.map(({ product, quantity, amount }) => ({
    tier: product.tier,
    name: product.name,
    quantity,
    unitAmount: amount,
    amount: amount * quantity,
  }));
  const full = sum(breakdown.map(({ amount }) => amount));
  const discount = Math.min(full, sum(activeDiscounts(subscription).map(({ amount }) => amount)));
  return { breakdown, discount, total: full - discount };
}

/** Title of a subscription: its first product, and how many others there are beside it. */
export function subscriptionName({ items }: Pick<Subscription, 'items'>): string {
  const [first, ...others] = items.filter(({ quantity }) => quantity > 0);
  if (!first) return 'サブスクリプション';
  return others.length > 0 ? `${first.product.name} ほか${others.length}件` : first.product.name;
}

/** Unix seconds of the end of a trial that lies ahead (spec 9), else undefined. `now` in unix milliseconds. */
export const trialAhead = (
  subscription: Pick<Subscription, 'trial_end' | 'status'>,
  now: number,
): number | undefined => {
  const { trial_end: end } = subscription;
  return end !== null && end * 1000 > now && !isOver(subscription) ? end : undefined;
};
