import * as billing from '#shared/contract/billing';
import { updateShop } from '../../domain/shops/update-shop';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.updateShop, async ({ caller, params, body }) => ({
  shop: await updateShop(caller.userId, params.customerId, body),
}));
