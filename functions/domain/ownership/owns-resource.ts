import type { OwnedKind } from '#shared/contract/call';
import type { Subscription } from '#shared/model/customer';
import type { Caller } from '../caller';

/** The subscriptions of the caller's shops, ended ones too, from the snapshots. */
export function subscriptionsOf(caller: Pick<Caller, 'shops' | 'snapshots'>): Subscription[] {
  const owned = new Set(caller.shops.map((shop) => shop.customerId));
  return caller.snapshots
    .filter((snapshot) => owned.has(snapshot.customerId))
    .flatMap((snapshot) => snapshot.record.subscriptions);
}

/** What a device of the caller's may belong to: the ids of their subscriptions, and of their shops. */
export const holdersOf = (caller: Pick<Caller, 'shops' | 'snapshots'>): Set<string> =>
  new Set([...subscriptionsOf(caller).map(({ id }) => id), ...caller.shops.map(({ customerId }) => customerId)]);

/** Whether the resource that a call names belongs to its caller; `id` is the unchecked value from the request. */
export type Owns = (caller: Caller, kind: OwnedKind, id: string) => Promise<boolean>;

/**
 * Whether the resource that a call names belongs to its caller. Shops are in the ownership records; subscriptions and
 * their items are looked up in the caller's own snapshots, so another owner's id is not found. Devices and repairs are
 * not known here (owns-device.ts): false.
 */
export const ownsResource: Owns = async (caller, kind, id) => {
  if (kind === 'shop') return caller.shops.some((shop) => shop.customerId === id);
  if (kind === 'subscription') return subscriptionsOf(caller).some((subscription) => subscription.id === id);
  return (
    kind === 'subscriptionItem' &&
    subscriptionsOf(caller).some((subscription) => subscription.items.some((item) => item.subscription_item_id === id))
  );
};
