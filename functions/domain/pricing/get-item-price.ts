import { CallError } from '#shared/errors';
import { priceOfItem } from '../../adapters/stripe/item-price';
import type { Caller } from '../caller';
import { subscriptionsOf } from '../ownership/owns-resource';

/**
 * The price id of one of the caller's subscription items, from the snapshot. Snapshots of an older version of the
 * portal have no price ids; Stripe is asked for those. Refuses with SUBSCRIPTION_NOT_FOUND if the item is removed.
 */
export async function getItemPrice(caller: Pick<Caller, 'shops' | 'snapshots'>, itemId: string): Promise<string> {
  const known = subscriptionsOf(caller)
    .flatMap((subscription) => subscription.items)
    .find((item) => item.subscription_item_id === itemId);
  const priceId = known?.price_id ?? (await priceOfItem(itemId));
  if (priceId === undefined) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return priceId;
}
