import type { SeenPrice } from '#shared/model/pricing';
import type { Acceptance, SubscribedShopData, SubscriptionData } from '#shared/model/shop-form';
import type { Caller, Origin } from '../caller';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { requestInvoiceAddress } from '../invoice-address/request-invoice-address';
import { checkSeenPrice } from '../promotions/check-seen-price';
import { newShop } from '../promotions/ordering-shop';
import { plannedPromotion } from '../promotions/planned-promotion';
import { quote } from '../promotions/quote';
import { openShop } from './open-shop';
import { plannedItems, subscribedCustomer } from './shop-plan';

export interface SubscribedShopRequest {
  storeData: SubscribedShopData;
  subscriptionData: SubscriptionData;
  acceptance?: Acceptance | undefined;
  /** The price that was shown. */
  seen?: SeenPrice | undefined;
}

/**
 * Opens a shop with a subscription in its free trial. `clientSecret` belongs to the setup intent that saves its card.
 * Another address than the account's own is asked by mail whether it wants the invoices.
 */
export async function createShopWithSubscription(
  { userId, profile }: Pick<Caller, 'userId' | 'profile'>,
  { storeData, subscriptionData, acceptance, seen }: SubscribedShopRequest,
  { identity, from }: { identity: IdempotencyIdentity; from: Origin },
): Promise<{ customerId: string; subscriptionId: string; clientSecret: string }> {
  const { revonizerQuantity, promoCode } = subscriptionData;
  const { customerId, subscriptionId, clientSecret } = await openShop({
    userId,
    identity,
    acceptance,
    plan: async (until) => {
      const order = { userId, shop: newShop, quantity: revonizerQuantity };
      const { prices, promotion, pricing } = await quote(order, promoCode, { until });
      checkSeenPrice(seen, { ...pricing, trial: true });
      return {
        // Only the account's own address is proven: invoices go to another one after its click (decision 061).
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
  const { email } = storeData;
  if (email !== profile.email) await requestInvoiceAddress({ userId, customerId, email, from: from.address });
  return { customerId, subscriptionId, clientSecret };
}
