import type { Ownership } from '../../../shared/contract/call';
import type { Caller } from '../../runtime/request';

/**
 * Whether what a call names belongs to its caller. Shops are in the ownership records; subscriptions and their items are
 * looked up in the caller's own snapshots, so that an id of somebody else's is simply not there.
 */
export async function ownsResource(caller: Caller, kind: Ownership['kind'], id: string): Promise<boolean> {
  const owned = new Set(caller.shops.map((shop) => shop.customerId));
  if (kind === 'store') return owned.has(id);
  const subscriptions = caller.snapshots.filter((snapshot) => owned.has(snapshot.customerId)).flatMap((snapshot) => snapshot.record.subscriptions);
  if (kind === 'subscription') return subscriptions.some((subscription) => subscription.id === id);
  return subscriptions.some((subscription) => subscription.items.some((item) => item.subscription_item_id === id));
}
