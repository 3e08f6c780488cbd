import { priceLookupKeys, type Tier } from './pricing';

/** One product of the catalogue with its monthly price, to be created in a Stripe account. */
export interface CatalogueProduct {
  tier: Tier;
  /** Id of the product in Stripe, chosen by us, so that Stripe refuses to create it twice. */
  productId: string;
  name: string;
  description: string;
  lookupKey: string;
  /** Yen a month for one device, tax included. */
  unitAmount: number;
}

const product = (tier: Tier, name: string, description: string, unitAmount: number): CatalogueProduct => ({
  tier,
  productId: `revonizer_${tier.toLowerCase()}`,
  name,
  description,
  lookupKey: priceLookupKeys[tier],
  unitAmount,
});

/**
 * The products that `npm run catalogue` creates (spec 3, Product tiers; spec 9). The portal itself reads names and
 * prices from Stripe.
 */
export const catalogue: readonly CatalogueProduct[] = [
  product('FIRST_UNIT', 'Revonizer 1台目', 'オゾン発生器 Revonizer の月額レンタル（1台目・税込）', 9_900),
  product('SECOND_TO_FOURTH', 'Revonizer 2〜4台目', 'オゾン発生器 Revonizer の月額レンタル（2〜4台目・税込）', 8_800),
  product('FIFTH_AND_MORE', 'Revonizer 5台目以降', 'オゾン発生器 Revonizer の月額レンタル（5台目以降・税込）', 8_800),
];

/** The same for every price of the catalogue (spec 9: currency JPY, interval month). */
export const catalogueCurrency = 'jpy';
export const catalogueInterval = 'month';
