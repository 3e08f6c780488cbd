import type { Stripe } from 'stripe';
import { catalogueCurrency } from '#shared/catalogue';
import { type TierPrice, type TierPrices, priceLookupKeys, tiers, type Tier } from '#shared/model/pricing';
import { logger } from '#functions/platform/logger';
import { clock } from '#functions/platform/clock';
import { partsOf } from '#functions/platform/map-with-limit';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { toProduct, type ProductNames } from '#functions/shops/to-shop-record';

/** How long a container uses its cached prices, in milliseconds. */
const trusted = 5 * 60 * 1000;
/** How long it still uses them while Stripe cannot be reached. */
const shownWhileDown = 60 * 60 * 1000;

let cached: { at: number; prices: TierPrices } | undefined;

/** How long a container shows a product's name without asking again, in milliseconds. */
const shown = 5 * 60 * 1000;
/** Products of one request, Stripe's most. */
const pageSize = 100;
const products = new Map<string, { at: number; product: ReturnType<typeof toProduct> }>();

/** Keeps a product in the container; `byPrice`: the tier that the lookup key of its price names. */
function keepProduct(read: Stripe.Product, byPrice: Tier | undefined): void {
  const { id } = read;
  const product = toProduct(read);
  const tier = product.tier ?? byPrice;
  if (!product.tier && tier) logger.warn('a product of the catalogue has lost its metadata.tier', { id, tier });
  products.set(id, { at: clock.now(), product: { ...product, ...(tier && { tier }) } });
}

/** The active prices with the catalogue's lookup keys, each with its product. */
const listPrices = async (options: RequestBudget): Promise<Stripe.Price[]> =>
  (
    await stripe(options).prices.list({
      lookup_keys: Object.values(priceLookupKeys),
      active: true,
      limit: 10,
      expand: ['data.product'],
    })
  ).data;

/** Ids of products whose `metadata.tier` somebody edited away from that of their price's lookup key. */
export async function misnamedProducts(options: RequestBudget): Promise<string[]> {
  const prices = await listPrices(options);
  return tiers.flatMap((tier) => {
    const { product } = prices.find((one) => one.lookup_key === priceLookupKeys[tier]) ?? {};
    return typeof product === 'object' && !product.deleted && product.metadata['tier'] !== tier ? [product.id] : [];
  });
}

async function fetchPrices(options: RequestBudget): Promise<TierPrices> {
  const data = await listPrices(options);
  const found = tiers.map((tier): [string, TierPrice] => {
    const price = data.find((one) => one.lookup_key === priceLookupKeys[tier]);
    const product = price?.product;
    const usable =
      price?.currency === catalogueCurrency && price.unit_amount !== null && price.recurring?.interval === 'month';
    if (!price || !usable || !product || typeof product === 'string' || product.deleted) {
      throw new Error(
        `Stripe has no monthly price in yen with the lookup key ${priceLookupKeys[tier]}: ` +
          'run "npm run catalogue" for this account',
      );
    }
    keepProduct(product, tier);
    return [tier, { priceId: price.id, productId: product.id, name: product.name, unitAmount: price.unit_amount ?? 0 }];
  });
  return Object.fromEntries(found) as TierPrices;
}

/** The monthly prices of the catalogue, by tier: kept for five minutes, and up to an hour while Stripe is down. */
export async function cataloguePrices(options: RequestBudget = {}): Promise<TierPrices> {
  const age = clock.now() - (cached?.at ?? 0);
  if (cached && age < trusted) return cached.prices;
  try {
    const prices = await fetchPrices(options);
    cached = { at: clock.now(), prices };
    return prices;
  } catch (error) {
    if (cached && age < shownWhileDown) return cached.prices;
    throw error;
  }
}

/** The tiers of the catalogue's products by the lookup keys of their prices; none if those cannot be read. */
async function tiersByPrice(options: RequestBudget): Promise<ReadonlyMap<string, Tier>> {
  try {
    const prices = await cataloguePrices(options);
    return new Map(tiers.map((tier) => [prices[tier].productId, tier]));
  } catch (error) {
    logger.warn('the catalogue does not say whether a product without a tier is one of its own', { error });
    return new Map();
  }
}

/**
 * Names of products by their ids, with the tier of their metadata, otherwise of the catalogue: an edit in the dashboard
 * must not end a rental. Read apart from subscriptions, because Stripe expands four levels at most
 * (docs.stripe.com/expand).
 */
export async function productNames(ids: Iterable<string>, options: RequestBudget = {}): Promise<ProductNames> {
  const wanted = [...new Set(ids)];
  const missing = wanted.filter((id) => clock.now() - (products.get(id)?.at ?? 0) >= shown);
  for (const part of partsOf(missing, pageSize)) {
    const { data } = await stripe(options).products.list({ ids: part, limit: pageSize });
    const isNamed = data.every((product) => toProduct(product).tier);
    const byPrice = isNamed ? undefined : await tiersByPrice(options);
    for (const product of data) keepProduct(product, byPrice?.get(product.id));
  }
  return new Map(
    wanted.flatMap((id) =>
      products.has(id) ? [[id, products.get(id)?.product ?? { name: id, description: null }] as const] : [],
    ),
  );
}
