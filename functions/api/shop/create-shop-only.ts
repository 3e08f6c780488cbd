import { createShopOnly } from '#shared/contract/shop';
import { openShop } from '../../domain/opening/open-shop';
import { shopOnlyCustomer } from '../../domain/opening/shop-plan';
import { identifySubmit } from '../../domain/store/submit-key';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(createShopOnly, async ({ caller, body, headers }) => {
  const { customerId } = await openShop({
    userId: caller.userId,
    identity: identifySubmit(createShopOnly.name, body, headers['idempotency-key']),
    acceptance: body.acceptance,
    plan: async () => ({ customer: shopOnlyCustomer(body.storeData, caller.profile.email) }),
  });
  return { message: '店舗を登録しました', customerId };
});
