import type { Promo } from '#shared/model/pricing';
import type { PromotionCode } from '../../adapters/stripe/promotion-codes';
import { quoteWithCode } from './quote';

const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`;

function duration(months: number | null): string {
  if (months === null) return '毎月のお支払いから';
  return months === 1 ? '初回のお支払いから' : `最初の${months}か月間、毎月のお支払いから`;
}

/** What a usable code takes off, as a screen says it (spec 3, Promo validation response). */
function toPromo(promotion: PromotionCode): Promo {
  const { percentOff, amountOff, minimumAmount, months } = promotion;
  const off = percentOff === null ? yen(amountOff ?? 0) : `${percentOff}%`;
  const condition = minimumAmount === null ? '' : `（月額${yen(minimumAmount)}以上のご契約でご利用いただけます）`;
  return {
    type: percentOff === null ? 'other' : 'percent',
    amount: percentOff ?? amountOff ?? 0,
    message: `${duration(months)}${off}割引になります${condition}`,
  };
}

/**
 * The most devices a shop is opened with. A code is checked before their number is settled, so only a code that no
 * number of devices can use is refused.
 */
const mostDevices = 20;

/** What a promotion code takes off; throws the reason if it cannot be used, TOO_MANY_ATTEMPTS after too many. */
export async function validatePromoCode(userId: string, promoCode: string): Promise<Promo> {
  const { promotion } = await quoteWithCode(userId, mostDevices, promoCode);
  return toPromo(promotion);
}
