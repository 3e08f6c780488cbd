import type { ShopRecord } from '#shared/model/customer';
import type { ShopEdit } from '#shared/model/shop-edit';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { editCustomer } from '../../adapters/stripe/edit-customer';
import { subscriptionsOfShop } from '../../adapters/stripe/shop-subscriptions';
import { isCustomerGone } from '../../adapters/stripe/to-call-error';
import { noteMovedShop, placeOf } from '../trials/trial-claims';
import { readBack } from './read-back';

/** Whether a shop has or had a subscription; a deleted one counts as without. */
const subscribedEver = async (customerId: string, until: number): Promise<boolean> =>
  (
    await subscriptionsOfShop(customerId, { until }).catch((error: unknown) => {
      if (isCustomerGone(error)) return [];
      throw error;
    })
  ).length > 0;

/**
 * Changes the fields of a shop's name, phone and addresses that `edit` has, and returns the changed shop. A new
 * delivery address of a shop that had a subscription is one whose trial was used (decision 048).
 */
export async function updateShop(userId: string, customerId: string, edit: ShopEdit): Promise<ShopRecord> {
  const until = clock.now() + callBudget;
  const address = edit.shipping?.address;
  if (address?.line1 && (await subscribedEver(customerId, until))) {
    const { postal_code: postalCode, state, city, line1, line2 } = address;
    const { hash } = placeOf(userId, { postalCode, state, line1: `${city}${line1}`, line2 });
    await noteMovedShop(userId, hash, customerId);
  }
  await editCustomer(customerId, edit, { until });
  return readBack({ userId, customerId, until });
}
