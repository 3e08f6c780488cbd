import type Stripe from 'stripe';
import { priceLookupKeys, splitIntoTiers, tiers } from '#shared/model/pricing';

/** Reads today's prices; returns the items of a subscription for so many devices. */
export async function rentedItems(stripe: Stripe) {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(priceLookupKeys) });
  return (devices: number): { price: string; quantity: number }[] => {
    const quantities = splitIntoTiers(devices);
    return tiers.flatMap((tier) => {
      const price = data.find(({ lookup_key: key }) => key === priceLookupKeys[tier])?.id;
      return price !== undefined && quantities[tier] > 0 ? [{ price, quantity: quantities[tier] }] : [];
    });
  };
}
