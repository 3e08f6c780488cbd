/** A subscription that a shop has or had, as far as the next one depends on it. */
export interface EarlierSubscription {
  /** As Stripe names it. */
  status: string;
  /** One of its products is of the catalogue's. */
  rents: boolean;
}

/** Rents devices, and its first payment was never made: a new order takes it back. */
export const isAbandoned = ({ status, rents }: EarlierSubscription): boolean => rents && status === 'incomplete';

/**
 * Whether a shop's next subscription has the free trial: it is the shop's first (decision 022). One that came to
 * nothing, because its first payment was never made, does not count. The browser asks it of what it was shown, the
 * server of what Stripe has at that moment.
 */
export const hasTrialAhead = (earlier: readonly EarlierSubscription[]): boolean =>
  earlier.every((one) => one.status === 'incomplete_expired' || isAbandoned(one));
