/** How certain a price is for Tokyo. */
type Basis =
  /** Tokyo's price (CloudFront: Japan's), from AWS's price list or page. */
  | 'tokyo'
  /** One price for all regions on AWS's page. */
  | 'everywhere'
  /** No price for Tokyo was found; this is the nearest published one. */
  | 'nearest';

/** A public price a month, in US dollars without tax. */
export interface Price {
  service: string;
  /** The thing paid for, as a line of the estimate names it. */
  what: string;
  /** The counted unit. */
  unit: string;
  /** Dollars for `per` units. */
  usd: number;
  per: number;
  /** Units a month that cost nothing, for longer than an account's first year. */
  free?: number;
  /**
   * If the price changes with the quantity: dollars `per` up to so many units, the free ones included; the last tier
   * has no end.
   */
  tiers?: readonly { upTo: number; usd: number }[];
  /** If the price is only known up to a quantity; larger ones need `tiers`. */
  upTo?: number;
  page: string;
  /** The day on which the price was looked up. */
  read: string;
  /** The value on the page, and its date if the page gives one. */
  seen: string;
  basis: Basis;
}

/**
 * Dollars for a quantity: nothing for the free part, then each tier's own price. @throws {RangeError} for a quantity
 * below zero or beyond the price's limit
 */
export function costOf({ what, usd, per, free = 0, tiers, upTo = Infinity }: Price, quantity: number): number {
  if (!(quantity >= 0)) throw new RangeError(`${what}: ${quantity} is no quantity`);
  if (quantity > upTo)
    throw new RangeError(`${what}: the price of ${quantity} is another than that of the first ${upTo}`);
  let from = free;
  let sum = 0;
  for (const tier of tiers ?? [{ upTo: Infinity, usd }]) {
    if (quantity <= from) break;
    const to = Math.min(quantity, tier.upTo);
    sum += (Math.max(0, to - from) / per) * tier.usd;
    from = Math.max(from, to);
  }
  return sum;
}
