import { calculatePricing } from '#shared/contract/billing';
import { quote } from '../../domain/promotions/quote';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(calculatePricing, async ({ caller, body }) => {
  const { pricing } = await quote(caller.userId, body.quantity, body.promoCode);
  return pricing;
});
