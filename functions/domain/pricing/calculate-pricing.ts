import type { PricedOrder } from '#shared/model/pricing';
import { quote } from '../promotions/quote';
import { orderingShop, type Order } from '../promotions/trial-of-order';
import type { ShopOwner } from '../shops/find-shop';

/** The monthly price of an order with its promotion code; an unusable code is refused with its reason. */
export async function calculatePricing(
  caller: ShopOwner,
  { quantity, promoCode, ...order }: Order & { quantity: number; promoCode?: string | undefined },
): Promise<PricedOrder> {
  // A promotion code depends on what the shop has ordered; the price alone needs no request for it.
  const shop = await orderingShop(caller, order, { current: Boolean(promoCode) });
  const { pricing } = await quote({ userId: caller.userId, shop, quantity }, promoCode);
  return { ...pricing, trial: shop.trial };
}
