import * as billing from '#shared/contract/billing';
import * as shopList from './list-shops';
import { CallError } from '#shared/errors';
import * as refreshing from './refresh-shop';
import * as details from './edit-shop';
import { defineHandler, definePublicHandler } from '#functions/http/define-handler';
import * as shop from '#shared/contract/shop';
import * as invoiceAddress from './invoice-address';
import * as deletion from './delete-shop';

export const listShops = defineHandler(billing.listShops, ({ caller, query }) =>
  shopList.listShops(caller, query.after),
);

export const refreshShop = defineHandler(billing.refreshShop, async ({ caller, params }) => {
  const shop = await refreshing.refreshShop(caller.userId, params.customerId);
  if (!shop) throw new CallError('SHOP_NOT_FOUND');
  return { shop };
});

export const updateShop = defineHandler(billing.updateShop, async ({ caller, params, body }) => ({
  shop: await details.updateShop(caller.userId, params.customerId, body),
}));

export const confirmInvoiceAddress = definePublicHandler(shop.confirmInvoiceAddress, async ({ body }) => {
  await invoiceAddress.confirmInvoiceAddress(body.token);
  return { message: 'このメールアドレスを請求書の送付先にしました。' };
});

export const deleteShop = defineHandler(shop.deleteShop, async ({ caller, params, from }) => {
  await deletion.deleteShop(caller, params.customerId, from);
  return { message: '店舗を削除しました' };
});
