import type { ShopRecord } from '#shared/model/customer';
import type { ShopEdit } from '#shared/model/shop-edit';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { editCustomer } from '../../adapters/stripe/edit-customer';
import { readBack } from './read-back';

/** Changes the fields of a shop's name, phone and addresses that `edit` has, and returns the changed shop. */
export async function updateShop(userId: string, customerId: string, edit: ShopEdit): Promise<ShopRecord> {
  const until = clock.now() + callBudget;
  await editCustomer(customerId, edit, { until });
  return readBack({ userId, customerId, until });
}
