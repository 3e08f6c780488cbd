import { CallError } from '#shared/errors';
import {
  discountedPayments,
  priceFor,
  type TierPrices,
  type PricedOrder,
  type Pricing,
  type SeenPrice,
} from '#shared/model/pricing';
import { clock } from '#functions/platform/clock';
import { cataloguePrices } from './catalogue';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { findPromotionCode, type PromotionCode } from './promotion-codes';
import { giveBack, take } from '#functions/limits/limits';
import { judgePromoCode, toError } from './judge-promo-code';
import { isFirstOrder, type OrderingShop } from './ordering-shop';

/** A price calculated by the server, with the input of the calculation. */
export interface Quote {
  pricing: Pricing;
  prices: TierPrices;
  promotion: PromotionCode | undefined;
}

/** An order to calculate the price of. */
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
export async function quoteWithCode(
  order: QuotedOrder,
  promoCode: string,
  options: RequestBudget = {},
): Promise<Quote & { promotion: PromotionCode }> {
  const taken = await take({ kind: 'promo', of: { user: order.userId } });
  try {
    const judged = await judgedQuote(order, promoCode, options);
    await giveBack(taken);
    return judged;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'PROMO_CODE_INVALID')) await giveBack(taken);
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
    firstOrder: promotion?.firstOrderOnly === true && (await isFirstOrder(shop, options)),
  });
  if (refusal || !promotion) throw toError(refusal ?? { code: 'PROMO_CODE_INVALID' });
  const discounted = discountedPayments(promotion.duration, { start: now, trial: shop.trial });
  return { pricing: { ...priceFor(quantity, prices, promotion), discounted }, prices, promotion };
}

/**
 * The monthly price of a number of devices. An unusable code is refused, never ignored; an empty one counts as no code.
 */
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
