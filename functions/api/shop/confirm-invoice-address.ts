import * as shop from '#shared/contract/shop';
import { confirmInvoiceAddress } from '../../domain/invoice-address/confirm-invoice-address';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(shop.confirmInvoiceAddress, async ({ body }) => {
  await confirmInvoiceAddress(body.token);
  return { message: 'このメールアドレスを請求書の送付先にしました。' };
});
