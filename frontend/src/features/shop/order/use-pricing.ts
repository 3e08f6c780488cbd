import { calculatePricing, validatePromoCode } from '#shared/contract/billing';
import type { Promo } from '#shared/model/pricing';
import type { DeliveryAddress } from '#shared/model/trial';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import { useCall } from '../../../lib/use-call';

/** Spec 8's texts for a promotion code. */
export const promoTexts = {
  invalid: 'プロモーションコードが無効です',
  unusable: 'このプロモーションコードはご利用いただけません。',
  failed: 'プロモーションコードの確認に失敗しました',
} as const;

/** Who orders: a shop, or one that is about to be opened, with its delivery address once that is known. */
export type OrderingShop = { customerId: string } | { address: DeliveryAddress | undefined };

/** Price of a quantity with an applied code, and whether there is a free trial; each order is requested once. */
export const usePricing = (quantity: number, promoCode: string, shop: OrderingShop) =>
  useCall(
    calculatePricing,
    quantity >= 1 && quantity <= 20 ? { body: { quantity, ...(promoCode && { promoCode }), ...shop } } : null,
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
