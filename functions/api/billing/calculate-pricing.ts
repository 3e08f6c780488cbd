import * as billing from '#shared/contract/billing';
import { quote } from '../../domain/promotions/quote';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.calculatePricing, async ({ caller, body }) => {
  const { pricing } = await quote(caller.userId, body.quantity, body.promoCode);
  return pricing;
});
