import { tiers, type Tier } from '#shared/model/pricing';
import { logger } from '../../runtime/logger';
import { clock } from '../clock';
import { partsOf } from '../map-with-limit';
import { cataloguePrices } from './catalogue-prices';
import { stripeRequest, type RequestBudget } from './client';
import { toProduct, type ProductNames } from './to-shop-record';

/** How long a container shows a product's name without asking again, in milliseconds. */
const kept = 5 * 60 * 1000;
/** Products of one request, Stripe's most. */
const pageSize = 100;
const known = new Map<string, { at: number; product: ReturnType<typeof toProduct> }>();

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
 * Names of products by their ids, with their tier: the one in the metadata, otherwise that of the catalogue's price,
 * because an edit of the metadata in Stripe's dashboard must not end a rental. They are cached in the container. They
 * are read separately from the subscriptions, because Stripe expands four levels at most (docs.stripe.com/expand) and a
 * list of subscriptions would need five.
 */
export async function productNames(ids: Iterable<string>, options: RequestBudget = {}): Promise<ProductNames> {
  const wanted = [...new Set(ids)];
  const missing = wanted.filter((id) => clock.now() - (known.get(id)?.at ?? 0) >= kept);
  for (const part of partsOf(missing, pageSize)) {
    const { data } = await stripeRequest(
      (stripe, request) => stripe.products.list({ ids: part, limit: pageSize }, request),
      options,
    );
    const read = data.map((product) => ({ id: product.id, product: toProduct(product) }));
    const byPrice = read.some(({ product }) => !product.tier) ? await tiersByPrice(options) : undefined;
    for (const { id, product } of read) {
      const tier = product.tier ?? byPrice?.get(id);
      if (!product.tier && tier) logger.warn('a product of the catalogue has lost its metadata.tier', { id, tier });
      known.set(id, { at: clock.now(), product: { ...product, ...(tier && { tier }) } });
    }
  }
  return new Map(
    wanted.flatMap((id) =>
      known.has(id) ? [[id, known.get(id)?.product ?? { name: id, description: null }] as const] : [],
    ),
  );
}
