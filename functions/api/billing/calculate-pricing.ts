import * as billing from '#shared/contract/billing';
import { newShop, orderingShop } from '../../domain/promotions/ordering-shop';
import { quote } from '../../domain/promotions/quote';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.calculatePricing, async ({ caller, body }) => {
  const { customerId, quantity, promoCode } = body;
  // Only a promotion code depends on the shop.
  const shop = promoCode ? await orderingShop(customerId) : newShop;
  const { pricing } = await quote({ userId: caller.userId, shop, quantity }, promoCode);
  return pricing;
});
