import { createStoreOnly } from '#shared/contract/store';
import { openShop } from '../../domain/store/open-shop';
import { storeOnlyCustomer } from '../../domain/store/shop-plan';
import { identifySubmit } from '../../domain/store/submit-key';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(createStoreOnly, async ({ caller, body, headers }) => {
  const { customerId } = await openShop({
    userId: caller.userId,
    identity: identifySubmit(createStoreOnly.name, body, headers['idempotency-key']),
    acceptance: body.acceptance,
    plan: async () => ({ customer: storeOnlyCustomer(body.storeData, caller.profile.email) }),
  });
  return { message: '店舗を登録しました', customerId };
});
