import { findTaxRate } from '#shared/find-tax-rate';
import { taxRates } from '#shared/model/tax-rates';
import { logger } from '../../runtime/logger';
import { stripeRequest, type RequestBudget } from './client';

/** Id of a tax rate of the catalogue; undefined where the account has none yet. */
export async function taxRateId(rate: keyof typeof taxRates, options: RequestBudget): Promise<string | undefined> {
  const { until } = options;
  return (await stripeRequest((stripe, request) => findTaxRate(stripe, taxRates[rate], request), { until }))?.id;
}

/**
 * What puts the consumption tax onto the invoices of a new subscription (decision 034). An account without the rate
 * turns nobody away: the subscription is made without tax, which is logged as an error, and `npm run catalogue` gives
 * it the rate afterwards.
 */
export async function consumptionTax(options: RequestBudget): Promise<{ default_tax_rates?: string[] }> {
  const id = await taxRateId('consumption', options);
  if (id !== undefined) return { default_tax_rates: [id] };
  logger.error('the Stripe account has no tax rate, so that invoices carry no tax: run "npm run catalogue"');
  return {};
}
