import { createSubscription } from '#shared/contract/billing';
import { subscribeShop } from '../../domain/opening/create-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(
  createSubscription,
  async ({ caller, params: { customerId }, body, idempotency }) =>
    subscribeShop({
      userId: caller.userId,
      customerId,
      identity: idempotency,
      items: body.items,
      promoCode: body.promoCode,
      paymentMethodId: body.paymentMethodId,
    }),
);
