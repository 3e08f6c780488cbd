import { CallError } from '#shared/errors';
import type { Caller } from '../caller';

/** The parts of a caller that identify their shops. */
export type ShopOwner = Pick<Caller, 'userId' | 'shops' | 'snapshots'>;
type Shops = Omit<ShopOwner, 'userId'>;

/** The caller's shop that a subscription belongs to, by the snapshots. Refuses with SUBSCRIPTION_NOT_FOUND. */
export function shopOfSubscription({ shops, snapshots }: Shops, subscriptionId: string): string {
  const owned = new Set(shops.map((shop) => shop.customerId));
  const found = snapshots.find(
    ({ customerId, record }) => owned.has(customerId) && record.subscriptions.some((one) => one.id === subscriptionId),
  );
  if (!found) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return found.customerId;
}

/** The shop and subscription that a request names; each was checked by itself. */
export interface Named {
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
}

/** The shop of a request; undefined if it names none. A subscription of another of the caller's shops is refused. */
export function namedShop(caller: Shops, { customerId, subscriptionId }: Named): string | undefined {
  if (subscriptionId === undefined) return customerId;
  const owner = shopOfSubscription(caller, subscriptionId);
  if (customerId !== undefined && customerId !== owner) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return owner;
}
