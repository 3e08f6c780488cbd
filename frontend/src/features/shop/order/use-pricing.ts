import { calculatePricing, validatePromoCode } from '#shared/contract/billing';
import type { Promo } from '#shared/model/pricing';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { useCall } from '../../../lib/use-call';

/** What spec 8 asks to be said of a promotion code. */
export const promoTexts = {
  invalid: 'プロモーションコードが無効です',
  unusable: 'このプロモーションコードはご利用いただけません。',
  failed: 'プロモーションコードの確認に失敗しました',
} as const;

/** Price of a quantity with an applied code; asked for each pair once. */
export const usePricing = (quantity: number, promoCode: string) =>
  useCall(
    calculatePricing,
    quantity >= 1 && quantity <= 20 ? { body: { quantity, ...(promoCode && { promoCode }) } } : null,
    { keepPreviousData: true },
  );

/** Asks whether a code can be used; a text to show where it cannot. */
export async function checkPromoCode(promoCode: string): Promise<{ promo: Promo } | { problem: string }> {
  try {
    return { promo: await callApi(validatePromoCode, { body: { promoCode } }) };
  } catch (error) {
    const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    return { problem: refused ? error.message || promoTexts.unusable : promoTexts.failed };
  }
}
