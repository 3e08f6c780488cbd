import type { Pricing } from '#shared/model/pricing';
import { newShop, orderingShop } from '../promotions/ordering-shop';
import { quote } from '../promotions/quote';

/** An order of devices; `customerId` is the ordering shop, absent for one that does not exist yet. */
interface PricedOrder {
  quantity: number;
  promoCode?: string | undefined;
  customerId?: string | undefined;
}

/** The monthly price of an order with its promotion code; an unusable code is refused with its reason. */
export async function calculatePricing(
  userId: string,
  { customerId, quantity, promoCode }: PricedOrder,
): Promise<Pricing> {
  // Only a promotion code depends on the shop.
  const shop = promoCode ? await orderingShop(customerId) : newShop;
  const { pricing } = await quote({ userId, shop, quantity }, promoCode);
  return pricing;
}
