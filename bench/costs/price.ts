/** How sure a price is for Tokyo. */
type Basis =
  /** Of Tokyo (CloudFront: of Japan), from AWS's price list or page. */
  | 'tokyo'
  /** One price for all regions on AWS's page. */
  | 'everywhere'
  /** No price of Tokyo was found: the nearest published one. */
  | 'nearest';

/** A public price a month, in US dollars without tax. */
export interface Price {
  service: string;
  /** What is paid for, as a line of the estimate calls it. */
  what: string;
  /** What is counted. */
  unit: string;
  /** Dollars for so many units. */
  usd: number;
  per: number;
  /** Units a month of an account that cost nothing, without an end after a year. */
  free?: number;
  /**
   * Where the price changes with the quantity: dollars `per` up to so many units, the free ones counted; the last
   * goes on for ever.
   */
  tiers?: readonly { upTo: number; usd: number }[];
  /** Where one price holds up to a quantity only; more needs `tiers`. */
  upTo?: number;
  page: string;
  /** Day on which the price was looked up. */
  read: string;
  /** The value on the page, and its date if the page gives one. */
  seen: string;
  basis: Basis;
}

/**
 * What a quantity costs, in dollars: nothing for the free part, then each tier's own price. @throws {RangeError} past
 * what the price holds for, or below nothing.
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
