import * as billing from '#shared/contract/billing';
import { createSubscription } from '../../domain/opening/create-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.createSubscription, ({ caller, params, body, idempotency }) =>
  createSubscription({
    caller,
    customerId: params.customerId,
    identity: idempotency,
    items: body.items,
    promoCode: body.promoCode,
    paymentMethodId: body.paymentMethodId,
    trial: body.trial,
    seen: body.seen,
  }),
);
