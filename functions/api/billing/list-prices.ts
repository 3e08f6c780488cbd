import { listPrices } from '#shared/contract/billing';
import { tiers } from '#shared/model/pricing';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(listPrices, async () => {
  const prices = await cataloguePrices();
  return tiers.map((tier) => ({ id: prices[tier].priceId, unit_amount: prices[tier].unitAmount }));
});
