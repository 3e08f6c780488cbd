import { createShopOnly } from '#shared/contract/shop';
import { openShop } from '../../domain/opening/open-shop';
import { shopOnlyCustomer } from '../../domain/opening/shop-plan';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(createShopOnly, async ({ caller, body, idempotency }) => {
  const { customerId } = await openShop({
    userId: caller.userId,
    identity: idempotency,
    acceptance: body.acceptance,
    plan: async () => ({ customer: shopOnlyCustomer(body.storeData, caller.profile.email) }),
  });
  return { message: '店舗を登録しました', customerId };
});
