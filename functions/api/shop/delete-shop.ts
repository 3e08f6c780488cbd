import * as shop from '#shared/contract/shop';
import { deleteShop } from '../../domain/shops/delete-shop';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(shop.deleteShop, async ({ caller, params, from }) => {
  await deleteShop(caller, params.customerId, from);
  return { message: '店舗を削除しました' };
});
