import type { StripeAddress } from '#shared/model/address';
import type { ShopRecord } from '#shared/model/customer';
import { hasTrialAhead, type DeliveryAddress } from '#shared/model/trial';
import type { RequestBudget } from '../../adapters/stripe/client';
import { shippingAddressOf } from '../../adapters/stripe/customers';
import { isTrialUsed, placeOf, type TrialPlace } from '../trials/trial-claims';
import type { ShopOwner } from '../shops/find-shop';
import { renewSnapshot } from '../shops/renew-snapshot';
import { earlierSubscriptions, newShop, shopWith, type OrderingShop } from './ordering-shop';

const recordOf = async ({ userId, snapshots }: ShopOwner, customerId: string): Promise<ShopRecord | undefined> =>
  snapshots.find((one) => one.customerId === customerId)?.record ?? renewSnapshot(userId, customerId);

const placeAt = (
  userId: string,
  customerId: string,
  address: StripeAddress | null | undefined,
): TrialPlace | undefined => {
  if (!address?.line1) return undefined;
  const { postal_code: postalCode, state, city, line1, line2 } = address;
  return placeOf(
    userId,
    { postalCode: postalCode ?? '', state: state ?? '', line1: `${city ?? ''}${line1}`, line2: line2 ?? '' },
    customerId,
  );
};

/** Where a shop's devices are delivered, by its last known state; undefined if it has no delivery address. */
const shownPlace = async (caller: ShopOwner, customerId: string): Promise<TrialPlace | undefined> =>
  placeAt(caller.userId, customerId, (await recordOf(caller, customerId))?.customer.shipping?.address);

/**
 * Where a shop's devices are delivered by what Stripe has now; undefined if it has no delivery address. It stays so
 * while the caller has the shop's lease.
 */
export const currentPlace = async (
  userId: string,
  customerId: string,
  options: RequestBudget,
): Promise<TrialPlace | undefined> => placeAt(userId, customerId, await shippingAddressOf(customerId, options));

/** The shop as its owner was shown it, without a request of Stripe. */
const shownShop = ({ subscriptions }: ShopRecord, customerId: string): OrderingShop => ({
  customerId,
  trial: hasTrialAhead(
    subscriptions.map(({ status, items }) => ({
      status,
      rents: items.some(({ product }) => product.tier !== undefined),
    })),
  ),
  subscribedBefore: subscriptions.length > 0,
});

export interface Order {
  /** Left out for a shop that is about to be opened. */
  customerId?: string | undefined;
  /** Where such a shop's devices will be delivered; left out while it is not known. */
  address?: DeliveryAddress | undefined;
}

/**
 * The ordering shop, and whether its order has the free trial: the shop's first order has it, unless the user has used
 * the trial of its delivery address before (decision 048). `current`: by what Stripe has now, as a promotion code needs
 * it; otherwise by the last known state. Throws SHOP_NOT_FOUND.
 */
export async function orderingShop(
  caller: ShopOwner,
  { customerId, address }: Order,
  { current }: { current: boolean },
): Promise<OrderingShop> {
  const { userId } = caller;
  if (customerId === undefined) {
    const used = address !== undefined && (await isTrialUsed(userId, placeOf(userId, address)));
    return { ...newShop, trial: !used };
  }
  const record = current ? undefined : caller.snapshots.find((one) => one.customerId === customerId)?.record;
  const shop = record
    ? shownShop(record, customerId)
    : shopWith(customerId, await earlierSubscriptions(customerId, {}));
  if (!shop.trial) return shop;
  const place = await shownPlace(caller, customerId);
  return { ...shop, trial: !(place && (await isTrialUsed(userId, place))) };
}
