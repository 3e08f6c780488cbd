import { isOver } from '#shared/model/subscription-status';
import { hasTrialAhead, isAbandoned } from '#shared/model/trial';
import type { ShopSubscription } from '../../adapters/stripe/shop-subscriptions';

/** What blocks a new subscription, and what has to happen before it. */
export interface Subscribing {
  /** The shop rents devices already. */
  exists: boolean;
  /** Begun and never paid: they are withdrawn first. */
  abandoned: ShopSubscription[];
  /** The free trial is for a shop's first subscription. */
  trial: boolean;
}

/**
 * Decides about a new subscription of devices by the other subscriptions that the shop has or had. A subscription whose
 * first payment was never made does not block it, and does not count as the shop's first.
 */
export function decideSubscribing(others: readonly ShopSubscription[]): Subscribing {
  const renting = others.filter((one) => one.rents && !isOver(one));
  const abandoned = renting.filter(isAbandoned);
  return { exists: renting.length > abandoned.length, abandoned, trial: hasTrialAhead(others) };
}
