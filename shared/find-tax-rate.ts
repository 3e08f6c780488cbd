import type { Stripe } from 'stripe';
import { taxRateMark, type CatalogueTaxRate } from './model/tax-rates';

/**
 * The account's active tax rate of an entry; undefined where it has none. An account has a handful of rates: one page
 * holds them.
 */
export async function findTaxRate(
  stripe: Stripe,
  { key }: Pick<CatalogueTaxRate, 'key'>,
  request?: Stripe.RequestOptions,
): Promise<Stripe.TaxRate | undefined> {
  const { data } = await stripe.taxRates.list({ active: true, limit: 100 }, request);
  // The oldest: a second one could come of two runs at once.
  return data.findLast((rate) => rate.metadata?.[taxRateMark] === key);
}
