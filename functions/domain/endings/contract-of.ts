import { CallError } from '#shared/errors';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { ShopOwner } from '../shops/find-shop';

/** One of the caller's subscriptions with its shop, by the snapshots. Refuses with SUBSCRIPTION_NOT_FOUND. */
export function contractOf(
  { shops, snapshots }: Pick<ShopOwner, 'shops' | 'snapshots'>,
  subscriptionId: string,
): { record: ShopRecord; subscription: Subscription } {
  for (const { customerId, record } of snapshots) {
    const subscription = record.subscriptions.find(({ id }) => id === subscriptionId);
    if (subscription && shops.some((shop) => shop.customerId === customerId)) return { record, subscription };
  }
  throw new CallError('SUBSCRIPTION_NOT_FOUND');
}
