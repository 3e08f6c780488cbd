import { isOver } from '#shared/model/subscription-status';
import { hasTrialAhead, isAbandoned } from '#shared/model/trial';
import type { ShopSubscription } from '../../adapters/stripe/shop-subscriptions';

/** What stands in the way of a new subscription, and what goes with it. */
export interface Subscribing {
  /** The shop rents devices already. */
  exists: boolean;
  /** Begun and never paid: they are taken back first. */
  abandoned: ShopSubscription[];
  /** The free trial is for a shop's first subscription. */
  trial: boolean;
}

/**
 * What becomes of a shop's wish to rent devices, by the subscriptions that it has or had beside the wished one. One
 * whose first payment was never made does not stand in the way; one that came to nothing for it was no first
 * subscription.
 */
export function decideSubscribing(others: readonly ShopSubscription[]): Subscribing {
  const renting = others.filter((one) => one.rents && !isOver(one));
  const abandoned = renting.filter(isAbandoned);
  return { exists: renting.length > abandoned.length, abandoned, trial: hasTrialAhead(others) };
}
