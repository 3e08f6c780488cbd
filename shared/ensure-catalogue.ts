import type { Stripe } from 'stripe';
import { catalogue, catalogueCurrency, catalogueInterval, type CatalogueProduct } from './model/catalogue';

/** What was done about one entry of the catalogue; `detail` says how Stripe's price differs from it. */
export interface CatalogueOutcome {
  lookupKey: string;
  outcome: 'there' | 'created' | 'missing' | 'different';
  detail?: string;
}

const differences = (entry: CatalogueProduct, price: Stripe.Price): string[] => {
  const product = typeof price.product === 'string' || price.product.deleted ? undefined : price.product;
  return [
    price.currency === catalogueCurrency ? '' : `its currency is ${price.currency}, not ${catalogueCurrency}`,
    price.unit_amount === entry.unitAmount ? '' : `it costs ${price.unit_amount}, not ${entry.unitAmount}`,
    price.recurring?.interval === catalogueInterval ? '' : `it is not charged by the ${catalogueInterval}`,
    product?.metadata['tier'] === entry.tier ? '' : `its product does not carry metadata.tier ${entry.tier}`,
  ].filter((difference) => difference !== '');
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
 * Creates the products and monthly prices that a Stripe account lacks, and compares those it has. A difference is
 * reported and left as it is: prices are the account's to change. With `dryRun` nothing is created. Safe to repeat.
 * Stripe's SDK is the caller's, so that this file loads none.
 */
export async function ensureCatalogue(
  stripe: Stripe,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<CatalogueOutcome[]> {
  const { data } = await stripe.prices.list({
    lookup_keys: catalogue.map((entry) => entry.lookupKey),
    active: true,
    limit: 100,
    expand: ['data.product'],
  });
  const outcomes: CatalogueOutcome[] = [];
  for (const entry of catalogue) {
    const { lookupKey } = entry;
    const price = data.find((one) => one.lookup_key === lookupKey);
    if (price) {
      const found = differences(entry, price);
      outcomes.push(
        found.length === 0
          ? { lookupKey, outcome: 'there' }
          : { lookupKey, outcome: 'different', detail: found.join('; ') },
      );
    } else if (dryRun) {
      outcomes.push({ lookupKey, outcome: 'missing' });
    } else {
      await ensureProduct(stripe, entry);
      await stripe.prices.create({
        product: entry.productId,
        lookup_key: lookupKey,
        currency: catalogueCurrency,
        unit_amount: entry.unitAmount,
        tax_behavior: 'inclusive',
        recurring: { interval: catalogueInterval },
      });
      outcomes.push({ lookupKey, outcome: 'created' });
    }
  }
  return outcomes;
}
