import { costOf } from './price';
import { prices, type PriceName } from './prices';
import type { Demand } from './usage';

/** One price of the estimate with all that it is paid for. */
export interface Line {
  price: PriceName;
  quantity: number;
  /** Dollars a month, the free part taken off. */
  usd: number;
  /** What asks for it, each with its share of the dollars by its share of the quantity; the dearest first. */
  causes: { cause: string; usd: number }[];
}

export interface Estimate {
  /** The dearest first. */
  lines: Line[];
  usd: number;
}

/** What demands cost: a free part is taken off once, however many ask for it. */
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

/** The same estimate with one demand's price replaced by another, e.g. another plan of a service. */
export const withPrice = (demands: readonly Demand[], from: PriceName, to: PriceName): Demand[] =>
  demands.map((one) => (one.price === from ? { ...one, price: to } : one));
