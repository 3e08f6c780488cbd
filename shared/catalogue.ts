import { priceLookupKeys, type Tier } from './model/pricing';
import type { Stripe } from 'stripe';

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

/** The products that `npm run catalogue` creates (spec 3, Product tiers; spec 9); the portal reads Stripe's. */
export const catalogue: readonly CatalogueProduct[] = [
  product('FIRST_UNIT', 'Revonizer 1台目', 'オゾン発生器 Revonizer の月額レンタル（1台目・税込）', 9_900),
  product('SECOND_TO_FOURTH', 'Revonizer 2〜4台目', 'オゾン発生器 Revonizer の月額レンタル（2〜4台目・税込）', 8_800),
  product('FIFTH_AND_MORE', 'Revonizer 5台目以降', 'オゾン発生器 Revonizer の月額レンタル（5台目以降・税込）', 8_800),
];

/** The same for every price of the catalogue (spec 9: currency JPY, interval month). */
export const catalogueCurrency = 'jpy';
const catalogueInterval = 'month';

export interface CatalogueTaxRate {
  /** Identifies the rate in Stripe: its `metadata.portal`. */
  key: string;
  name: string;
  percentage: number;
}

/** The rates that `npm run catalogue` creates; Stripe adds no tax without one (fact `no-tax-without-rate`). */
export const taxRates = {
  /** Consumption tax, on every subscription. */
  consumption: { key: 'consumption-tax-10', name: '消費税', percentage: 10 },
  /** For what staff bill that is not the price of a service, such as a late charge. */
  untaxed: { key: 'untaxed', name: '不課税', percentage: 0 },
} as const satisfies Record<string, CatalogueTaxRate>;

/** Our own key in the metadata of tax rates. */
const taxRateMark = 'portal';

/** The account's active tax rate of an entry, if any. An account has few rates: one page holds them. */
export async function findTaxRate(
  stripe: Pick<Stripe, 'taxRates'>,
  { key }: Pick<CatalogueTaxRate, 'key'>,
): Promise<Stripe.TaxRate | undefined> {
  const { data } = await stripe.taxRates.list({ active: true, limit: 100 });
  // The oldest, because two runs at once could have made two.
  return data.findLast((rate) => rate.metadata?.[taxRateMark] === key);
}

/** The outcome for one entry of the catalogue; `detail` names the differences of Stripe's version. */
export interface CatalogueOutcome {
  /** Lookup key of a price, or key of a tax rate. */
  key: string;
  kind: 'price' | 'tax rate';
  outcome: 'there' | 'created' | 'missing' | 'different';
  detail?: string;
}

const compared = (key: string, kind: CatalogueOutcome['kind'], differences: string[]): CatalogueOutcome => {
  const found = differences.filter((difference) => difference !== '');
  return found.length === 0
    ? { key, kind, outcome: 'there' }
    : { key, kind, outcome: 'different', detail: found.join('; ') };
};

const comparePrice = (entry: CatalogueProduct, price: Stripe.Price): CatalogueOutcome => {
  const product = typeof price.product === 'string' || price.product.deleted ? undefined : price.product;
  const { recurring } = price;
  return compared(entry.lookupKey, 'price', [
    price.currency === catalogueCurrency ? '' : `its currency is ${price.currency}, not ${catalogueCurrency}`,
    price.unit_amount === entry.unitAmount ? '' : `it costs ${price.unit_amount}, not ${entry.unitAmount}`,
    price.tax_behavior === 'inclusive' ? '' : `its tax behavior is ${price.tax_behavior}, not inclusive`,
    recurring?.interval === catalogueInterval ? '' : `it is not charged by the ${catalogueInterval}`,
    (recurring?.interval_count ?? 1) === 1 ? '' : `it is charged every ${recurring?.interval_count} intervals, not 1`,
    product?.metadata['tier'] === entry.tier ? '' : `its product does not carry metadata.tier ${entry.tier}`,
    product?.active === false ? 'its product is archived' : '',
  ]);
};

async function ensureProduct(stripe: Stripe, entry: CatalogueProduct): Promise<void> {
  try {
    await stripe.products.retrieve(entry.productId);
  } catch (error) {
    if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 404)) throw error;
    await stripe.products.create({
      id: entry.productId,
      name: entry.name,
      description: entry.description,
      metadata: { tier: entry.tier },
    });
  }
}

/**
 * `transfer_lookup_key` takes the key from an archived price, which would otherwise keep it
 * (docs.stripe.com/products-prices/manage-prices#lookup-keys).
 */
async function createPrice(stripe: Stripe, entry: CatalogueProduct): Promise<void> {
  await ensureProduct(stripe, entry);
  await stripe.prices.create({
    product: entry.productId,
    lookup_key: entry.lookupKey,
    transfer_lookup_key: true,
    currency: catalogueCurrency,
    unit_amount: entry.unitAmount,
    tax_behavior: 'inclusive',
    recurring: { interval: catalogueInterval },
  });
}

async function ensurePrices(stripe: Stripe, dryRun: boolean): Promise<CatalogueOutcome[]> {
  const lookupKeys = catalogue.map((entry) => entry.lookupKey);
  const { data } = await stripe.prices.list({ lookup_keys: lookupKeys, limit: 100, expand: ['data.product'] });
  const outcomes: CatalogueOutcome[] = [];
  for (const entry of catalogue) {
    const { lookupKey: key } = entry;
    const price = data.find((one) => one.lookup_key === key);
    if (price?.active) {
      outcomes.push(comparePrice(entry, price));
    } else if (dryRun) {
      const detail = price && 'an archived price holds its lookup key';
      outcomes.push({ key, kind: 'price', outcome: 'missing', ...(detail !== undefined && { detail }) });
    } else {
      await createPrice(stripe, entry);
      outcomes.push({ key, kind: 'price', outcome: 'created' });
    }
  }
  return outcomes;
}

const compareRate = (entry: CatalogueTaxRate, rate: Stripe.TaxRate): CatalogueOutcome =>
  compared(entry.key, 'tax rate', [
    rate.percentage === entry.percentage ? '' : `it is ${rate.percentage} %, not ${entry.percentage} %`,
    rate.inclusive ? '' : 'it is not inclusive',
    rate.display_name === entry.name ? '' : `it is called ${rate.display_name}, not ${entry.name}`,
  ]);

async function ensureRate(stripe: Stripe, entry: CatalogueTaxRate, dryRun: boolean): Promise<CatalogueOutcome> {
  const { key } = entry;
  const rate = await findTaxRate(stripe, entry);
  if (rate) return compareRate(entry, rate);
  if (dryRun) return { key, kind: 'tax rate', outcome: 'missing' };
  await stripe.taxRates.create({
    display_name: entry.name,
    percentage: entry.percentage,
    inclusive: true,
    country: 'JP',
    metadata: { [taxRateMark]: key },
  });
  return { key, kind: 'tax rate', outcome: 'created' };
}

/**
 * Creates the products, monthly prices and tax rates that a Stripe account lacks, and compares the existing ones. A
 * difference is reported and kept, because the account decides its prices. With `dryRun` nothing is created. Safe to
 * repeat. The caller passes Stripe's SDK, so that this file loads none.
 */
export async function ensureCatalogue(
  stripe: Stripe,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<CatalogueOutcome[]> {
  const outcomes = await ensurePrices(stripe, dryRun);
  for (const entry of Object.values(taxRates)) outcomes.push(await ensureRate(stripe, entry, dryRun));
  return outcomes;
}
