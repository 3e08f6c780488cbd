import { calculatePricing, validatePromoCode } from '#shared/contract/billing';
import { mostDevicesOfOrder } from '#shared/constants';
import { type Promo, pricedOrderSchema, type PricedOrder, type SeenPrice } from '#shared/model/pricing';
import { callApi } from '../../../lib/api';
import { ApiFailure, failureText } from '../../../lib/api-failure';
import { useCall } from '../../../lib/use-call';

/** Spec 8's texts for a promotion code. */
const promoTexts = {
  invalid: 'プロモーションコードが無効です',
  unusable: 'このプロモーションコードはご利用いただけません。',
  failed: 'プロモーションコードの確認に失敗しました',
} as const;

/** The shop that orders; without an id, one that is about to be opened. */
export interface OrderingShop {
  customerId?: string;
}

/** Price of a quantity with an applied code, and whether there is a free trial; each order is requested once. */
export const usePricing = (quantity: number, promoCode: string, shop: OrderingShop) =>
  useCall(
    calculatePricing,
    quantity >= 1 && quantity <= mostDevicesOfOrder
      ? { body: { quantity, ...(promoCode && { promoCode }), ...shop } }
      : null,
    { keepPreviousData: true },
  );

/**
 * Asks whether a shop can use a code; otherwise returns texts to show. A code that could not be checked is not called
 * invalid.
 */
export async function checkPromoCode(
  promoCode: string,
  customerId: string | undefined,
): Promise<{ promo: Promo } | { title: string; problem: string }> {
  try {
    const body = { promoCode, ...(customerId !== undefined && { customerId }) };
    return { promo: await callApi(validatePromoCode, { body }) };
  } catch (error) {
    if (isPromoRefused(error)) return { title: promoTexts.invalid, problem: error.message || promoTexts.unusable };
    return { title: promoTexts.failed, problem: failureText(error, { refused: promoTexts.failed }) };
  }
}

/** Whether a price was refused because of its promotion code, e.g. one that needs more devices. */
export const isPromoRefused = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.code.startsWith('PROMO_CODE');

/** What an order says of the price that its confirmation shows. */
export const seenPrice = ({ discount, total }: PricedOrder): SeenPrice => ({ discount, total });

/** An order was refused because its price or its trial is not the one shown: shows it as it is now. */
export async function showPriceNow(
  { mutate }: Pick<ReturnType<typeof usePricing>, 'mutate'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiFailure)) return;
  const now = error.code === 'PRICE_CHANGED' && pricedOrderSchema.safeParse(error.details['pricing']).data;
  if (now) await mutate(now, { revalidate: false });
  else if (error.code === 'TRIAL_CHANGED') await mutate();
}
