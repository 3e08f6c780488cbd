import * as shop from '#shared/contract/shop';
import { createShopOnly } from '../../domain/opening/create-shop-only';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(shop.createShopOnly, async ({ caller, body, idempotency }) => {
  const { customerId } = await createShopOnly(caller, body, idempotency);
  return { message: '店舗を登録しました', customerId };
});
