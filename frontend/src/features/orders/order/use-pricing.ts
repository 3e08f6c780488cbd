import { calculatePricing } from '#shared/contract/billing';
import { mostDevicesOfOrder } from '#shared/constants';
import { pricedOrderSchema, type PricedOrder, type SeenPrice } from '#shared/model/pricing';
import { ApiFailure } from '../../../lib/api';
import { useCall } from '../../../lib/use-call';

/**
 * Price of a quantity with an applied code, and whether there is a free trial; each order is requested once. Without a
 * `customerId`, for a shop that is about to be opened.
 */
export const usePricing = (quantity: number, promoCode: string, customerId?: string) =>
  useCall(
    calculatePricing,
    quantity >= 1 && quantity <= mostDevicesOfOrder
      ? { body: { quantity, ...(promoCode && { promoCode }), ...(customerId !== undefined && { customerId }) } }
      : null,
    { keepPreviousData: true },
  );

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
