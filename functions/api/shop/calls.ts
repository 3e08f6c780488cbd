import * as shop from '#shared/contract/shop';
import * as invoiceAddress from '../../domain/invoice-address/confirm-invoice-address';
import * as opening from '../../domain/opening/open-shop';
import * as deletion from '../../domain/shops/delete-shop';
import { defineHandler, definePublicHandler } from '../../http/define-handler';

export const createShopOnly = defineHandler(shop.createShopOnly, async ({ caller, body, idempotency }) => {
  const { customerId } = await opening.createShopOnly(caller, body, idempotency);
  return { message: '店舗を登録しました', customerId };
});

export const createShopWithSubscription = defineHandler(
  shop.createShopWithSubscription,
  async ({ caller, body, idempotency, from }) => ({
    message: '店舗を登録し、サブスクリプションを開始しました',
    ...(await opening.createShopWithSubscription(caller, body, { identity: idempotency, from })),
  }),
);

export const confirmInvoiceAddress = definePublicHandler(shop.confirmInvoiceAddress, async ({ body }) => {
  await invoiceAddress.confirmInvoiceAddress(body.token);
  return { message: 'このメールアドレスを請求書の送付先にしました。' };
});

export const deleteShop = defineHandler(shop.deleteShop, async ({ caller, params, from }) => {
  await deletion.deleteShop(caller, params.customerId, from);
  return { message: '店舗を削除しました' };
});
