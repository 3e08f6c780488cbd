import { CallError } from '#shared/errors';
import { priceFor, type TierPrices } from '#shared/model/price-for';
import type { Pricing } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import type { RequestBudget } from '../../adapters/stripe/client';
import { findPromotionCode, type PromotionCode } from '../../adapters/stripe/promotion-codes';
import { checkPromoAttempts, countPromoAttempt } from './promo-attempts';
import { judgePromoCode } from './judge-promo-code';

/** A price as the server reckons it, with what it was reckoned from. */
export interface Quote {
  pricing: Pricing;
  prices: TierPrices;
  promotion: PromotionCode | undefined;
}

/** What a promotion code can be used for at the moment, or a refusal with the reason. `quantity` of devices. */
export async function quoteWithCode(
  userId: string,
  quantity: number,
  promoCode: string,
  options: RequestBudget = {},
): Promise<Quote & { promotion: PromotionCode }> {
  await checkPromoAttempts(userId);
  const [prices, promotion] = await Promise.all([cataloguePrices(options), findPromotionCode(promoCode, options)]);
  const { breakdown, total } = priceFor(quantity, prices);
  const refusal = judgePromoCode(promotion, {
    now: clock.seconds(),
    products: breakdown.map((line) => prices[line.tier].productId),
    subtotal: total,
  });
  if (refusal === 'PROMO_CODE_INVALID') await countPromoAttempt(userId);
  if (refusal !== undefined || !promotion) throw new CallError(refusal ?? 'PROMO_CODE_INVALID');
  return { pricing: priceFor(quantity, prices, promotion), prices, promotion };
}

/**
 * What a number of devices costs a month; a code that cannot be used is refused, never ignored. An empty one is none.
 */
export async function quote(
  userId: string,
  quantity: number,
  promoCode: string | undefined,
  options: RequestBudget = {},
): Promise<Quote> {
  if (promoCode) return quoteWithCode(userId, quantity, promoCode, options);
  const prices = await cataloguePrices(options);
  return { pricing: priceFor(quantity, prices), prices, promotion: undefined };
}
