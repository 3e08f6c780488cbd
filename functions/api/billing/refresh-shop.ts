import * as billing from '#shared/contract/billing';
import { CallError } from '#shared/errors';
import { refreshShop } from '../../domain/shops/refresh-shop';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.refreshShop, async ({ caller, params }) => {
  const shop = await refreshShop(caller.userId, params.customerId);
  if (!shop) throw new CallError('SHOP_NOT_FOUND');
  return { shop };
});
