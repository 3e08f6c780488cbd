/** An earlier or current subscription of a shop: the facts that decide about the next one. */
export interface EarlierSubscription {
  /** The status as Stripe names it. */
  status: string;
  /** Whether one of its products is in the catalogue. */
  rents: boolean;
}

/** It rents devices, and its first payment was never made: a new order withdraws it. */
export const isAbandoned = ({ status, rents }: EarlierSubscription): boolean => rents && status === 'incomplete';

/**
 * Whether a shop's next subscription can have the free trial: it can if it is the shop's first
 * (decisions/subscriptions). A subscription whose first payment was never made does not count. The server also knows
 * the addresses whose trial was used (decisions/openings).
 */
export const hasTrialAhead = (earlier: readonly EarlierSubscription[]): boolean =>
  earlier.every((one) => one.status === 'incomplete_expired' || isAbandoned(one));
