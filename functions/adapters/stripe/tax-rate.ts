import { findTaxRate } from '#shared/find-tax-rate';
import { taxRates } from '#shared/model/tax-rates';
import { logger } from '../../runtime/logger';
import { stripeRequest, type RequestBudget } from './client';

/** Id of a tax rate of the catalogue; undefined if the account does not have it yet. */
export async function taxRateId(rate: keyof typeof taxRates, options: RequestBudget): Promise<string | undefined> {
  const { until } = options;
  return (await stripeRequest((stripe, request) => findTaxRate(stripe, taxRates[rate], request), { until }))?.id;
}

/**
 * The parameters that add consumption tax to the invoices of a new subscription (decision 034). If the account has no
 * rate, customers can still subscribe: the subscription is made without tax, an error is logged, and `npm run
 * catalogue` adds the rate afterwards.
 */
export async function consumptionTax(options: RequestBudget): Promise<{ default_tax_rates?: string[] }> {
  const id = await taxRateId('consumption', options);
  if (id !== undefined) return { default_tax_rates: [id] };
  logger.error('the Stripe account has no tax rate, so that invoices carry no tax: run "npm run catalogue"');
  return {};
}
