import { calculatePricing, validatePromoCode } from '#shared/contract/billing';
import type { Promo } from '#shared/model/pricing';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { useCall } from '../../../lib/use-call';

/** Spec 8's texts for a promotion code. */
export const promoTexts = {
  invalid: 'プロモーションコードが無効です',
  unusable: 'このプロモーションコードはご利用いただけません。',
  failed: 'プロモーションコードの確認に失敗しました',
} as const;

/**
 * Price of a quantity with an applied code; each pair is requested once. `customerId`: the ordering shop; undefined for
 * a new one.
 */
export const usePricing = (quantity: number, promoCode: string, customerId?: string) =>
  useCall(
    calculatePricing,
    quantity >= 1 && quantity <= 20
      ? { body: { quantity, ...(promoCode && { promoCode, ...(customerId !== undefined && { customerId }) }) } }
      : null,
    { keepPreviousData: true },
  );

/** Asks whether a shop can use a code; returns a text to show if it cannot. */
export async function checkPromoCode(
  promoCode: string,
  customerId: string | undefined,
): Promise<{ promo: Promo } | { problem: string }> {
  try {
    const body = { promoCode, ...(customerId !== undefined && { customerId }) };
    return { promo: await callApi(validatePromoCode, { body }) };
  } catch (error) {
    const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    return { problem: refused ? error.message || promoTexts.unusable : promoTexts.failed };
  }
}
