import type { ShopRecord } from '#shared/model/customer';
import type { ShopEdit } from '#shared/model/shop-edit';
import type { DeliveryAddress } from '#shared/model/trial';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { editCustomer } from '../../adapters/stripe/edit-customer';
import { subscriptionsOfShop } from '../../adapters/stripe/shop-subscriptions';
import { isCustomerGone } from '../../adapters/stripe/to-call-error';
import { listOpenings } from '../../adapters/users-table/openings';
import { noteMovedShop, placeOf } from '../trials/trial-claims';
import { leaseShop } from './lease-shop';
import { readBack } from './read-back';

async function change(
  userId: string,
  customerId: string,
  edit: ShopEdit,
  until = clock.now() + callBudget,
): Promise<ShopRecord> {
  await editCustomer(customerId, edit, { until });
  return readBack({ userId, customerId, until });
}

/** Whether a shop has or had a subscription at Stripe; a deleted one counts as without. */
const subscribedEver = async (customerId: string, until: number): Promise<boolean> =>
  (
    await subscriptionsOfShop(customerId, { until }).catch((error: unknown) => {
      if (isCustomerGone(error)) return [];
      throw error;
    })
  ).length > 0;

/** Whether a request that was interrupted may still give the shop a subscription. */
const hasOrderUnderWay = async (userId: string, customerId: string): Promise<boolean> =>
  (await listOpenings(userId)).some(
    ({ customerId: made, plan, state }) => made === customerId && plan.subscription && state !== 'refused',
  );

/**
 * Notes the new delivery address of a shop that has ordered as one whose trial was used (decision 048). The caller has
 * the shop's lease, so that no order begins between this and the change at Stripe.
 */
async function noteNewPlace(userId: string, customerId: string, place: DeliveryAddress, until: number): Promise<void> {
  if ((await hasOrderUnderWay(userId, customerId)) || (await subscribedEver(customerId, until)))
    await noteMovedShop(userId, placeOf(userId, place).hash, customerId);
}

/**
 * Changes the fields of a shop's name, phone and addresses that `edit` has, and returns the changed shop. A new
 * delivery address waits for an order of the shop; throws CHANGE_IN_PROGRESS if that takes more than 6 s.
 */
export async function updateShop(userId: string, customerId: string, edit: ShopEdit): Promise<ShopRecord> {
  const address = edit.shipping?.address;
  if (!address?.line1) return change(userId, customerId, edit);
  const { postal_code: postalCode, state, city, line1, line2 } = address;
  await using _lease = await leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });
  const until = clock.now() + callBudget;
  await noteNewPlace(userId, customerId, { postalCode, state, line1: `${city}${line1}`, line2 }, until);
  return await change(userId, customerId, edit, until);
}
