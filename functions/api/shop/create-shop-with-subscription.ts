import { createShopWithSubscription } from '#shared/contract/shop';
import { quote } from '../../domain/promotions/quote';
import { openShop } from '../../domain/opening/open-shop';
import { plannedItems, subscribedCustomer } from '../../domain/opening/shop-plan';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(createShopWithSubscription, async ({ caller, body, idempotency }) => {
  const { revonizerQuantity, promoCode } = body.subscriptionData;
  const { customerId, subscriptionId, clientSecret } = await openShop({
    userId: caller.userId,
    identity: idempotency,
    acceptance: body.acceptance,
    plan: async (until) => {
      const { prices, promotion } = await quote(caller.userId, revonizerQuantity, promoCode, { until });
      return {
        customer: subscribedCustomer(body.storeData),
        subscription: {
          items: plannedItems(revonizerQuantity, prices),
          ...(promotion && { promotionCode: { id: promotion.id, code: promotion.code } }),
        },
      };
    },
  });
  if (subscriptionId === undefined || clientSecret === undefined)
    throw new Error(`The shop ${customerId} was opened without its subscription`);
  return { message: '店舗を登録し、サブスクリプションを開始しました', customerId, subscriptionId, clientSecret };
});
