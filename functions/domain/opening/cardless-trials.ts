import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { UserPartition } from '../../adapters/users-table/items';
import type { OpeningItem } from '../../adapters/users-table/openings';

/** A shop that is in its free trial, or about to be, and has no card that would pay after it. */
export interface CardlessTrial {
  /** Undefined while Stripe has not made it. */
  customerId: string | undefined;
  devices: number;
}

const devicesOf = ({ items }: Subscription): number =>
  items.reduce((sum, { quantity, product }) => sum + (product.tier === undefined ? 0 : quantity), 0);

/** Subscriptions of a shop in a trial without a card. */
function cardlessOf({ customer, subscriptions }: ShopRecord): Subscription[] {
  if (customer.default_payment_method) return [];
  return subscriptions.filter((one) => one.status === 'trialing' && !one.default_payment_method);
}

/**
 * The trials without a card of one user: by the last known state of each shop, and by the requests that open one and
 * whose subscription that state does not show yet.
 */
export function cardlessTrials(
  { shops, snapshots }: Pick<UserPartition, 'shops' | 'snapshots'>,
  openings: readonly Pick<OpeningItem, 'state' | 'plan' | 'customerId' | 'subscriptionId'>[],
): CardlessTrial[] {
  const owned = new Set(shops.map(({ customerId }) => customerId));
  const known = snapshots.filter(({ customerId }) => owned.has(customerId));
  const shown = known.flatMap(({ customerId, record }) =>
    cardlessOf(record).map((one) => ({ customerId, devices: devicesOf(one) })),
  );
  const seen = new Set(known.flatMap(({ record }) => record.subscriptions.map(({ id }) => id)));
  const coming = openings.filter(({ state, plan, customerId, subscriptionId }) => {
    if (!plan.customer || !plan.subscription || state === 'refused') return false;
    const gone = customerId !== undefined && !owned.has(customerId);
    return !gone && (subscriptionId === undefined || !seen.has(subscriptionId));
  });
  return [
    ...shown,
    ...coming.map(({ customerId, plan }) => ({
      customerId,
      devices: (plan.subscription?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
    })),
  ];
}
