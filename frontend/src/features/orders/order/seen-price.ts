import { pricedOrderSchema, type PricedOrder, type SeenPrice } from '#shared/model/pricing';
import { ApiFailure } from '../../../lib/api-failure';
import type { usePricing } from './use-pricing';

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
