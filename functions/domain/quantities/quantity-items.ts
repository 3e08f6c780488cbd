import type { AskOptions } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { productNames } from '../../adapters/stripe/products';
import type { QuantityItem } from './decide-quantities';

/** A subscription's items, each with its product's place in the catalogue. */
export async function toQuantityItems(
  { items }: Pick<LiveSubscription, 'items'>,
  options: AskOptions,
): Promise<QuantityItem[]> {
  const products = await productNames(
    items.map((item) => item.productId),
    options,
  );
  return items.map(({ id, quantity, productId }) => ({ id, quantity, tier: products.get(productId)?.tier }));
}
