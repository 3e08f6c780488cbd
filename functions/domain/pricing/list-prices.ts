import { tiers } from '#shared/model/pricing';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';

/** The monthly price of one device in each tier, in the order of the tiers; `unit_amount` in yen, tax included. */
export async function listPrices(): Promise<{ id: string; unit_amount: number }[]> {
  const prices = await cataloguePrices();
  return tiers.map((tier) => ({ id: prices[tier].priceId, unit_amount: prices[tier].unitAmount }));
}
