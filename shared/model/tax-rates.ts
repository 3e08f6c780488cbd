/** One tax rate that a Stripe account of the portal has. */
export interface CatalogueTaxRate {
  /** Found again by it: `metadata.portal` of the rate. */
  key: string;
  /** As it stands on invoices. */
  name: string;
  percentage: number;
}

/**
 * What `npm run catalogue` makes (decision 034): all prices include tax. Without a rate Stripe puts no tax onto an
 * invoice (fact `no-tax-without-rate`).
 */
export const taxRates = {
  /** Consumption tax, on every subscription. */
  consumption: { key: 'consumption-tax-10', name: '消費税', percentage: 10 },
  /** For a late charge, which is no price of a service (decision 035). */
  untaxed: { key: 'untaxed', name: '不課税', percentage: 0 },
} as const satisfies Record<string, CatalogueTaxRate>;

/** Key of our own in the metadata of tax rates. */
export const taxRateMark = 'portal';
