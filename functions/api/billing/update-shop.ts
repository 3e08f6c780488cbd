import { updateShop } from '#shared/contract/billing';
import { editShop } from '../../domain/shops/update-shop';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(updateShop, async ({ caller, params, body }) => ({
  shop: await editShop(caller.userId, params.customerId, body),
}));
