import type { ShopRecord } from '#shared/model/customer';
import type { ShopEdit } from '#shared/model/shop-edit';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { editCustomer } from '../../adapters/stripe/edit-customer';
import { afterChange } from './read-back';

/**
 * Changes a shop's name, phone and addresses in Stripe, only what was given, and answers the shop as it stands then.
 * Safe to repeat.
 */
export async function editShop(userId: string, customerId: string, edit: ShopEdit): Promise<ShopRecord> {
  const until = clock.now() + callBudget;
  await editCustomer(customerId, edit, { until });
  return afterChange(userId, customerId, { until });
}
