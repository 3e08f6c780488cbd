import * as shop from '#shared/contract/shop';
import { createShopWithSubscription } from '../../domain/opening/create-shop-with-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(shop.createShopWithSubscription, async ({ caller, body, idempotency, from }) => ({
  message: '店舗を登録し、サブスクリプションを開始しました',
  ...(await createShopWithSubscription(caller, body, { identity: idempotency, from })),
}));
