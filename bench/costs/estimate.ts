import { costOf } from './prices/price';
import { prices, type PriceName } from './prices/prices';
import type { Demand } from './usage';

/** One price of the estimate, with everything it is paid for. */
export interface Line {
  price: PriceName;
  quantity: number;
  /** Dollars a month, after the free part. */
  usd: number;
  /** The causes, each with its share of the dollars by its share of the quantity; the most expensive first. */
  causes: { cause: string; usd: number }[];
}

export interface Estimate {
  /** The most expensive first. */
  lines: Line[];
  usd: number;
}

/** The cost of demands. A free part is deducted once for all of them. */
export function estimate(demands: readonly Demand[]): Estimate {
  const quantities = new Map<PriceName, Map<string, number>>();
  for (const { price, cause, quantity } of demands) {
    const causes = quantities.get(price) ?? new Map<string, number>();
    quantities.set(price, causes.set(cause, (causes.get(cause) ?? 0) + quantity));
  }
  const lines = [...quantities].map(([price, causes]): Line => {
    const quantity = [...causes.values()].reduce((sum, one) => sum + one, 0);
    const usd = costOf(prices[price], quantity);
    const shares = [...causes].map(([cause, part]) => ({ cause, usd: quantity === 0 ? 0 : (usd * part) / quantity }));
    return { price, quantity, usd, causes: shares.toSorted((left, right) => right.usd - left.usd) };
  });
  return {
    lines: lines.toSorted((left, right) => right.usd - left.usd),
    usd: lines.reduce((sum, { usd }) => sum + usd, 0),
  };
}
