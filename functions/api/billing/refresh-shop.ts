import * as billing from '#shared/contract/billing';
import { refreshShop } from '../../domain/shops/refresh-shop';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.refreshShop, async ({ caller, params }) => ({
  shop: await refreshShop(caller.userId, params.customerId),
}));
