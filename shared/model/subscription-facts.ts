import { sum } from '../sum';
import type { Subscription } from './customer';
import { hasNotBegun, isOver } from './subscription-status';

/** How many devices a subscription rents: the sum of its tiers; its other items are not devices. */
export const rentedUnits = ({ items }: Pick<Subscription, 'items'>): number =>
  sum(items.map(({ product, quantity }) => (product.tier ? quantity : 0)));

/** How many devices a subscription pays for: none once it has ended, or before it has begun. */
export const billedDevices = (subscription: Pick<Subscription, 'items' | 'status'>): number =>
  isOver(subscription) || hasNotBegun(subscription) ? 0 : rentedUnits(subscription);

/**
 * How many devices a subscription is for: the sum of its tiers, at least 1 (spec 9). Without any tier every item
 * counts; with tiers, the other items are not devices.
 */
export function deviceCount({ items }: Pick<Subscription, 'items'>): number {
  const isTiered = items.some(({ product }) => product.tier);
  return Math.max(1, isTiered ? rentedUnits({ items }) : sum(items.map(({ quantity }) => quantity)));
}

/** What a subscription costs for a month before discounts, in yen, tax included. */
export const monthlyPrice = ({ items }: Pick<Subscription, 'items'>): number =>
  sum(items.map(({ amount, quantity }) => amount * quantity));

/** Title of a subscription: its first product, and how many others there are beside it. */
export function subscriptionName({ items }: Pick<Subscription, 'items'>): string {
  const [first, ...others] = items.filter(({ quantity }) => quantity > 0);
  if (!first) return 'サブスクリプション';
  return others.length > 0 ? `${first.product.name} ほか${others.length}件` : first.product.name;
}
