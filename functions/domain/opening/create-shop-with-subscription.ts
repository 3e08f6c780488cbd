import type { Acceptance, SubscribedShopData, SubscriptionData } from '#shared/model/shop-form';
import type { Caller } from '../caller';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { newShop } from '../promotions/ordering-shop';
import { plannedPromotion } from '../promotions/planned-promotion';
import { quote } from '../promotions/quote';
import { openShop } from './open-shop';
import { plannedItems, subscribedCustomer } from './shop-plan';

export interface SubscribedShopRequest {
  storeData: SubscribedShopData;
  subscriptionData: SubscriptionData;
  acceptance?: Acceptance | undefined;
}

/**
 * Opens a shop with a subscription in its free trial. `clientSecret` belongs to the setup intent that saves its card.
 */
export async function createShopWithSubscription(
  { userId, profile }: Pick<Caller, 'userId' | 'profile'>,
  { storeData, subscriptionData, acceptance }: SubscribedShopRequest,
  identity: IdempotencyIdentity,
): Promise<{ customerId: string; subscriptionId: string; clientSecret: string }> {
  const { revonizerQuantity, promoCode } = subscriptionData;
  const { customerId, subscriptionId, clientSecret } = await openShop({
    userId,
    identity,
    acceptance,
    plan: async (until) => {
      const { prices, promotion } = await quote({ userId, shop: newShop, quantity: revonizerQuantity }, promoCode, {
        until,
      });
      return {
        // Only the account's own address is proven: Stripe sends no invoices to anybody else (decision 048).
        customer: { ...subscribedCustomer(storeData), email: profile.email },
        subscription: {
          items: plannedItems(revonizerQuantity, prices),
          ...(promotion && { promotionCode: plannedPromotion(promotion) }),
        },
      };
    },
  });
  if (subscriptionId === undefined || clientSecret === undefined)
    throw new Error(`The shop ${customerId} was opened without its subscription`);
  return { customerId, subscriptionId, clientSecret };
}
