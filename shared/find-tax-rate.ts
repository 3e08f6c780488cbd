import type { Stripe } from 'stripe';
import { taxRateMark, type CatalogueTaxRate } from './model/tax-rates';

/**
 * The account's active tax rate of an entry; undefined if it has none. An account has only a few rates, so one page
 * holds them.
 */
export async function findTaxRate(
  stripe: Stripe,
  { key }: Pick<CatalogueTaxRate, 'key'>,
  request?: Stripe.RequestOptions,
): Promise<Stripe.TaxRate | undefined> {
  const { data } = await stripe.taxRates.list({ active: true, limit: 100 }, request);
  // The oldest, because two runs at once could have made two.
  return data.findLast((rate) => rate.metadata?.[taxRateMark] === key);
}
