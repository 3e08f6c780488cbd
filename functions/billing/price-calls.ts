import { CallError } from '#shared/errors';
import { type DiscountedPayments, tiers, type PricedOrder, type Promo } from '#shared/model/pricing';
import { dayInJapan } from '#shared/model/japan-time';
import { mostDevicesOfOrder } from '#shared/limits';
import { yen } from '#shared/numbers';
import { cataloguePrices } from './catalogue';
import type { PromotionCode } from './promotion-codes';
import type { Caller } from '#functions/http/caller';
import { subscriptionsOf } from '#functions/shops/ownership';
import { orderingShop, type Customer } from './ordering-shop';
import { quote, quoteWithCode } from './quote';

/** The monthly price of one device in each tier, in the order of the tiers; `unit_amount` in yen, tax included. */
export async function listPrices(): Promise<{ id: string; unit_amount: number }[]> {
  const prices = await cataloguePrices();
  return tiers.map((tier) => ({ id: prices[tier].priceId, unit_amount: prices[tier].unitAmount }));
}

/**
 * The price id of one of the caller's subscription items, from the snapshot. Refuses with SUBSCRIPTION_NOT_FOUND if the
 * item is removed.
 */
export function getItemPrice(caller: Pick<Caller, 'shops' | 'snapshots'>, itemId: string): string {
  const items = subscriptionsOf(caller).flatMap((subscription) => subscription.items);
  const found = items.find((item) => item.subscription_item_id === itemId);
  if (!found) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return found.price_id;
}

/** The monthly price of an order with its promotion code; an unusable code is refused with its reason. */
export async function calculatePricing(
  caller: Customer,
  {
    quantity,
    promoCode,
    customerId,
  }: { quantity: number; promoCode?: string | undefined; customerId?: string | undefined },
): Promise<PricedOrder> {
  const shop = await orderingShop(caller, customerId);
  const { pricing } = await quote({ userId: caller.userId, shop, quantity }, promoCode);
  return { ...pricing, trial: shop.trial };
}

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
  caller: Customer,
  { promoCode, customerId }: { promoCode: string; customerId?: string | undefined },
): Promise<Promo> {
  const shop = await orderingShop(caller, customerId);
  const order = { userId: caller.userId, shop, quantity: mostDevicesOfOrder };
  const { promotion, pricing } = await quoteWithCode(order, promoCode);
  return toPromo(promotion, pricing.discounted ?? { payments: null, until: null });
}
