import { clock } from '../clock';
import { partsOf } from '../map-with-limit';
import { stripeRequest, type RequestBudget } from './client';
import { toProduct, type ProductNames } from './to-shop-record';

/** How long a container shows a product's name without asking again, in milliseconds. */
const kept = 5 * 60 * 1000;
/** Products of one request, Stripe's most. */
const pageSize = 100;
const known = new Map<string, { at: number; product: ReturnType<typeof toProduct> }>();

/**
 * Names of products by their ids, cached in the container. They are read separately from the subscriptions, because
 * Stripe expands four levels at most (docs.stripe.com/expand) and a list of subscriptions would need five.
 */
export async function productNames(ids: Iterable<string>, options: RequestBudget = {}): Promise<ProductNames> {
  const wanted = [...new Set(ids)];
  const missing = wanted.filter((id) => clock.now() - (known.get(id)?.at ?? 0) >= kept);
  for (const part of partsOf(missing, pageSize)) {
    const { data } = await stripeRequest(
      (stripe, request) => stripe.products.list({ ids: part, limit: pageSize }, request),
      options,
    );
    for (const product of data) known.set(product.id, { at: clock.now(), product: toProduct(product) });
  }
  return new Map(
    wanted.flatMap((id) =>
      known.has(id) ? [[id, known.get(id)?.product ?? { name: id, description: null }] as const] : [],
    ),
  );
}
