import { CallError } from '#shared/errors';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { readFirstShops } from './shops-table';
import type { Caller } from '#functions/http/caller';

/** The parts of a caller that identify their shops. */
export type ShopOwner = Pick<Caller, 'userId' | 'shops' | 'snapshots'>;
type Shops = Omit<ShopOwner, 'userId'>;

/** One of the caller's subscriptions with its shop, by the snapshots. Refuses with SUBSCRIPTION_NOT_FOUND. */
export function ownSubscription(
  { shops, snapshots }: Shops,
  subscriptionId: string,
): { customerId: string; record: ShopRecord; subscription: Subscription } {
  for (const { customerId, record } of snapshots) {
    const subscription = record.subscriptions.find(({ id }) => id === subscriptionId);
    if (subscription && shops.some((shop) => shop.customerId === customerId))
      return { customerId, record, subscription };
  }
  throw new CallError('SUBSCRIPTION_NOT_FOUND');
}

/** The shop and subscription that a request names; each was checked by itself. */
export interface Named {
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
}

/** The shop of a request; undefined if it names none. A subscription of another of the caller's shops is refused. */
export function namedShop(caller: Shops, { customerId, subscriptionId }: Named): string | undefined {
  if (subscriptionId === undefined) return customerId;
  const own = ownSubscription(caller, subscriptionId);
  if (customerId !== undefined && customerId !== own.customerId) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return own.customerId;
}

/** The shop of a user with only one; undefined if they have none or several. */
export async function onlyShop(userId: string): Promise<string | undefined> {
  const [only, ...others] = await readFirstShops(userId, 2);
  return others.length === 0 ? only?.customerId : undefined;
}
