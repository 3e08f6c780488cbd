import { refreshShop } from '#shared/contract/billing';
import { CallError } from '#shared/errors';
import { refreshSnapshot } from '../../domain/shops/refresh-shop';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(refreshShop, async ({ caller, params }) => {
  const shop = await refreshSnapshot(caller.userId, params.customerId);
  if (!shop) throw new CallError('SHOP_NOT_FOUND');
  return { shop };
});
