import { calculatePricing } from '#shared/contract/billing';
import { quote } from '../../domain/billing/quote';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(calculatePricing, async ({ caller, body }) => {
  const { pricing } = await quote(caller.userId, body.quantity, body.promoCode);
  return pricing;
});
