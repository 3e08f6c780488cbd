import type { ShopRecord } from '#shared/model/customer';
import { hasNotBegun, isOver } from '#shared/model/subscription-status';
import type { RequestBudget } from '../../adapters/stripe/client';
import { carryOutEnding, owedIn, type SubscriptionOwner } from './carry-out-ending';
import { endAtStripe } from './plan-ending';
import { ownSubscription } from '../shops/find-shop';
import { leaseShop } from '../shops/lease-shop';
import { readBackAfter, subscriptionChange, type ShopChange } from '../shops/read-back';
import { requireEnding } from './require-ending';
import { requireSubscription } from '../subscriptions/require-subscription';

async function cancel(caller: SubscriptionOwner, subscriptionId: string, change: ShopChange): Promise<void> {
  await using _lease = await leaseShop({ ...change, busy: 'CHANGE_IN_PROGRESS' });
  const options: RequestBudget = { until: change.until };
  const live = await requireSubscription(subscriptionId, options);
  if (isOver(live)) return;
  const ending = requireEnding(live, 'now');
  const { record, subscription } = ownSubscription(caller, subscriptionId);
  // The invoice of a subscription that has not begun is void once it ends.
  const owed = hasNotBegun(live) ? 0 : owedIn(record, subscription);
  const accepted = { endsAt: ending.endsAt, atOnce: true, total: 0, owed };
  await carryOutEnding(caller, live, accepted, () => endAtStripe(live, ending, options));
}

/**
 * Cancels a subscription at once, for good and without refund; owed amounts stay owed. Does nothing if it has ended
 * already. Returns the changed shop.
 */
export async function cancelSubscription(
  caller: SubscriptionOwner,
  subscriptionId: string,
): Promise<{ shop: ShopRecord }> {
  const change = subscriptionChange(caller, subscriptionId);
  const { shop } = await readBackAfter(change, cancel(caller, subscriptionId, change));
  return { shop };
}
