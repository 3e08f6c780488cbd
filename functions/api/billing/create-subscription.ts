import { createSubscription } from '#shared/contract/billing';
import { subscribeShop } from '../../domain/opening/create-subscription';
import { identifySubmit } from '../../domain/store/submit-key';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(createSubscription, async ({ caller, params: { customerId }, body, headers }) =>
  subscribeShop({
    userId: caller.userId,
    customerId,
    identity: identifySubmit(createSubscription.name, { customerId, ...body }, headers['idempotency-key']),
    items: body.items,
    promoCode: body.promoCode,
    paymentMethodId: body.paymentMethodId,
  }),
);
