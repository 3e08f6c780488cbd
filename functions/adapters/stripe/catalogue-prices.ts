import type { Stripe } from 'stripe';
import { catalogueCurrency } from '#shared/model/catalogue';
import type { TierPrice, TierPrices } from '#shared/model/price-for';
import { priceLookupKeys, tiers } from '#shared/model/pricing';
import { clock } from '../clock';
import { stripeRequest, type RequestBudget } from './client';

/** How long a container uses its cached prices, in milliseconds. */
const trusted = 5 * 60 * 1000;
/** How long it still uses them while Stripe cannot be reached. */
const shownWhileDown = 60 * 60 * 1000;

let known: { at: number; prices: TierPrices } | undefined;

/** The active prices with the catalogue's lookup keys, each with its product. */
const listPrices = async (options: RequestBudget): Promise<Stripe.Price[]> =>
  (
    await stripeRequest(
      (stripe, request) =>
        stripe.prices.list(
          { lookup_keys: Object.values(priceLookupKeys), active: true, limit: 10, expand: ['data.product'] },
          request,
        ),
      options,
    )
  ).data;

/**
 * The ids of the catalogue's products whose `metadata.tier` is not that of their price's lookup key: somebody edited it
 * in Stripe's dashboard.
 */
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
    return [tier, { priceId: price.id, productId: product.id, name: product.name, unitAmount: price.unit_amount ?? 0 }];
  });
  return Object.fromEntries(found) as TierPrices;
}

/**
 * The monthly prices of the catalogue, by tier: from the container for five minutes, and up to an hour while Stripe
 * is down.
 */
export async function cataloguePrices(options: RequestBudget = {}): Promise<TierPrices> {
  const age = clock.now() - (known?.at ?? 0);
  if (known && age < trusted) return known.prices;
  try {
    const prices = await fetchPrices(options);
    known = { at: clock.now(), prices };
    return prices;
  } catch (error) {
    if (known && age < shownWhileDown) return known.prices;
    throw error;
  }
}
