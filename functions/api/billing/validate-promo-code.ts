import { validatePromoCode } from '#shared/contract/billing';
import { quoteWithCode } from '../../domain/promotions/quote';
import { toPromo } from '../../domain/promotions/validate-promo-code';
import { defineHandler } from '../../http/define-handler';

/**
 * The most devices a shop is opened with: a code is asked about before their number is settled, so only what no
 * number meets is refused.
 */
const mostDevices = 20;

export const handler = defineHandler(validatePromoCode, async ({ caller, body }) => {
  const { promotion } = await quoteWithCode(caller.userId, mostDevices, body.promoCode);
  return toPromo(promotion);
});
