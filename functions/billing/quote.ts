import type * as billing from '#shared/contract/billing';
import type { BodyOf } from '#shared/contract/call';
import { CallError } from '#shared/errors';
import {
  discountedPayments,
  priceFor,
  type TierPrices,
  type PricedOrder,
  type Pricing,
  type SeenPrice,
  type DiscountedPayments,
  tiers,
  type Promo,
} from '#shared/model/pricing';
import { clock } from '#functions/platform/clock';
import { cataloguePrices } from './catalogue';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { findPromotionCode, type PromotionCode, judgePromoCode, toError } from './promotion-codes';
import { giveBack, consume } from '#functions/limits/limits';
import { type OrderingShop, orderingShop, type Customer } from './ordering-shop';
import { dayInJapan } from '#shared/model/japan-time';
import { mostDevicesOfOrder } from '#shared/constants';
import { yen } from '#shared/numbers';
import type { Caller } from '#functions/http/caller';
import { subscriptionsOf } from '#functions/shops/ownership';

/** A price calculated by the server, with the input of the calculation. */
export interface Quote {
  pricing: Pricing;
  prices: TierPrices;
  promotion: PromotionCode | undefined;
}

export interface QuotedOrder {
  userId: string;
  shop: OrderingShop;
  /** Number of devices. */
  quantity: number;
}

/**
 * The current discount of a promotion code for an order, or a refusal with the reason. It is counted first, so that of
 * any number of concurrent attempts only those within the limit run; only a code that does not exist
 * (PROMO_CODE_INVALID) stays counted. Throws TOO_MANY_ATTEMPTS with the seconds to wait.
 */
async function quoteWithCode(
  order: QuotedOrder,
  promoCode: string,
  options: RequestBudget = {},
): Promise<Quote & { promotion: PromotionCode }> {
  const counted = await consume({ kind: 'promo', of: { user: order.userId } });
  try {
    const judged = await judgedQuote(order, promoCode, options);
    await giveBack(counted);
    return judged;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'PROMO_CODE_INVALID')) await giveBack(counted);
    throw error;
  }
}

async function judgedQuote(
  { shop, quantity }: QuotedOrder,
  promoCode: string,
  options: RequestBudget,
): Promise<Quote & { promotion: PromotionCode }> {
  const [prices, promotion] = await Promise.all([
    cataloguePrices(options),
    findPromotionCode(promoCode, shop.customerId, options),
  ]);
  const { breakdown, total } = priceFor(quantity, prices);
  const now = clock.seconds();
  const refusal = judgePromoCode(promotion, {
    now,
    products: breakdown.map((line) => prices[line.tier].productId),
    subtotal: total,
    customerId: shop.customerId,
    trial: shop.trial,
    firstOrder: !shop.subscribedBefore,
  });
  if (refusal || !promotion) throw toError(refusal ?? { code: 'PROMO_CODE_INVALID' });
  const discounted = discountedPayments(promotion.duration, { start: now, trial: shop.trial });
  return { pricing: { ...priceFor(quantity, prices, promotion), discounted }, prices, promotion };
}

/** The monthly price of a number of devices. An unusable code is refused; an empty one counts as none. */
export async function quote(
  order: QuotedOrder,
  promoCode: string | undefined,
  options: RequestBudget = {},
): Promise<Quote> {
  if (promoCode) return quoteWithCode(order, promoCode, options);
  const prices = await cataloguePrices(options);
  return { pricing: priceFor(order.quantity, prices), prices, promotion: undefined };
}

/** Throws PRICE_CHANGED with the price as it is now if the caller was shown another one. Without `seen`: no check. */
export function checkSeenPrice(seen: SeenPrice | undefined, pricing: PricedOrder): void {
  if (!seen || (seen.total === pricing.total && seen.discount === pricing.discount)) return;
  throw new CallError('PRICE_CHANGED', { details: { pricing } });
}

/** The monthly price of one device in each tier, in the order of the tiers; `unit_amount` in yen, tax included. */
export async function listPrices(): Promise<{ id: string; unit_amount: number }[]> {
  const prices = await cataloguePrices();
  return tiers.map((tier) => ({ id: prices[tier].priceId, unit_amount: prices[tier].unitAmount }));
}

/** The price id of one of the caller's items, from the snapshot. Throws SUBSCRIPTION_NOT_FOUND for a removed one. */
export function getItemPrice(caller: Pick<Caller, 'shops' | 'snapshots'>, itemId: string): string {
  const items = subscriptionsOf(caller).flatMap((subscription) => subscription.items);
  const found = items.find((item) => item.subscription_item_id === itemId);
  if (!found) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return found.price_id;
}

/** The monthly price of an order with its promotion code; an unusable code is refused with its reason. */
export async function calculatePricing(
  caller: Customer,
  { quantity, promoCode, customerId }: BodyOf<typeof billing.calculatePricing>,
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
  { promoCode, customerId }: BodyOf<typeof billing.validatePromoCode>,
): Promise<Promo> {
  const shop = await orderingShop(caller, customerId);
  const order = { userId: caller.userId, shop, quantity: mostDevicesOfOrder };
  const { promotion, pricing } = await quoteWithCode(order, promoCode);
  return toPromo(promotion, pricing.discounted ?? { payments: null, until: null });
}
