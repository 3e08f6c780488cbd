import * as billing from '#shared/contract/billing';
import { setDefaultPaymentMethod } from '../../domain/cards/set-default-payment-method';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.setDefaultPaymentMethod, async ({ caller, body }) => ({
  shop: await setDefaultPaymentMethod(caller, body),
}));
