import { dayInJapan } from '#shared/model/japan-time';
import { mostDevicesOfOrder } from '#shared/model/quantity-limits';
import type { DiscountedPayments } from '#shared/model/discounted-payments';
import type { Promo } from '#shared/model/pricing';
import { yen } from '#shared/yen';
import type { PromotionCode } from '../../adapters/stripe/promotion-codes';
import type { ShopOwner } from '../shops/find-shop';
import { quoteWithCode } from './quote';
import { orderingShop, type Order } from './trial-of-order';

function durationText({ payments, until }: DiscountedPayments): string {
  if (payments === null) return '毎月のお支払いから';
  if (until === null) return '初回のお支払いから';
  return `${dayInJapan(until)}までの${payments}回のお支払いから、${payments > 1 ? 'それぞれ' : ''}`;
}

/** The discount of a usable code in the form that a screen shows (spec 3, Promo validation response). */
function toPromo({ percentOff, amountOff, minimumAmount }: PromotionCode, discounted: DiscountedPayments): Promo {
  const off = percentOff === null ? yen(amountOff ?? 0) : `${percentOff}%`;
  const condition = minimumAmount === null ? '' : `（月額${yen(minimumAmount)}以上のご契約でご利用いただけます）`;
  return {
    type: percentOff === null ? 'other' : 'percent',
    amount: percentOff ?? amountOff ?? 0,
    message: `${durationText(discounted)}${off}割引になります${condition}`,
  };
}

/**
 * The discount of a promotion code; throws the reason if it cannot be used, TOO_MANY_ATTEMPTS after too many. A code is
 * checked before the number of devices is known, so only a code that fits no number is refused.
 */
export async function validatePromoCode(
  caller: ShopOwner,
  { promoCode, customerId }: Pick<Order, 'customerId'> & { promoCode: string },
): Promise<Promo> {
  const shop = await orderingShop(caller, { customerId }, { current: true });
  const order = { userId: caller.userId, shop, quantity: mostDevicesOfOrder };
  const { promotion, pricing } = await quoteWithCode(order, promoCode);
  return toPromo(promotion, pricing.discounted ?? { payments: null, until: null });
}
