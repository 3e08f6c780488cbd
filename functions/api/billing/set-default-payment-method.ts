import { setDefaultPaymentMethod } from '#shared/contract/billing';
import { chooseCard } from '../../domain/cards/set-default-payment-method';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(setDefaultPaymentMethod, async ({ caller, body }) => ({
  shop: await chooseCard(caller, body),
}));
