import type { Subscription } from './customer';

/** Rents devices, and its first payment was never made: a new order takes it back. */
const abandoned = ({ status, items }: Pick<Subscription, 'status' | 'items'>): boolean => status === 'incomplete' && items.some(({ product }) => product.tier !== undefined);

/**
 * Whether a shop's next subscription has the free trial: it is the shop's first (decisions: Shops). One that came to nothing, because its
 * first payment was never made, does not count. The server decides it by what Stripe has at that moment, by the same rule.
 */
export const hasTrialAhead = (subscriptions: readonly Pick<Subscription, 'status' | 'items'>[]): boolean =>
  subscriptions.every((one) => one.status === 'incomplete_expired' || abandoned(one));
