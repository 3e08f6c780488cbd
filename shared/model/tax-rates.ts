/** One tax rate that a Stripe account of the portal has. */
export interface CatalogueTaxRate {
  /** Identifies the rate in Stripe: its `metadata.portal`. */
  key: string;
  /** The name on invoices. */
  name: string;
  percentage: number;
}

/**
 * The rates that `npm run catalogue` creates (decisions/subscriptions): all prices include tax. Without a rate Stripe
 * adds no tax to an invoice (fact `no-tax-without-rate`).
 */
export const taxRates = {
  /** Consumption tax, on every subscription. */
  consumption: { key: 'consumption-tax-10', name: '消費税', percentage: 10 },
  /** For what staff bill that is not the price of a service, such as a late charge. */
  untaxed: { key: 'untaxed', name: '不課税', percentage: 0 },
} as const satisfies Record<string, CatalogueTaxRate>;

/** Our own key in the metadata of tax rates. */
export const taxRateMark = 'portal';
