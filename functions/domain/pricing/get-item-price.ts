import { CallError } from '#shared/errors';
import type { Caller } from '../caller';
import { subscriptionsOf } from '../ownership/owns-resource';

/**
 * The price id of one of the caller's subscription items, from the snapshot. Refuses with SUBSCRIPTION_NOT_FOUND if the
 * item is removed.
 */
export function getItemPrice(caller: Pick<Caller, 'shops' | 'snapshots'>, itemId: string): string {
  const known = subscriptionsOf(caller)
    .flatMap((subscription) => subscription.items)
    .find((item) => item.subscription_item_id === itemId);
  if (known?.price_id === undefined) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return known.price_id;
}
