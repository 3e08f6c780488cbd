import * as billing from '#shared/contract/billing';
import { createSubscription } from '../../domain/opening/create-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.createSubscription, ({ caller, params, body, idempotency }) =>
  createSubscription({
    userId: caller.userId,
    customerId: params.customerId,
    identity: idempotency,
    items: body.items,
    promoCode: body.promoCode,
    paymentMethodId: body.paymentMethodId,
  }),
);
