import { findTaxRate } from '#shared/find-tax-rate';
import { taxRates } from '#shared/model/tax-rates';
import { logger } from '../../runtime/logger';
import { stripeRequest, type RequestBudget } from './client';

/**
 * The parameters that add consumption tax to the invoices of a new subscription (decisions/subscriptions). If the
 * account has no rate, customers can still subscribe: the subscription is made without tax, an error is logged, and
 * `npm run catalogue` adds the rate afterwards.
 */
export async function consumptionTax({ until }: RequestBudget): Promise<{ default_tax_rates?: string[] }> {
  const rate = await stripeRequest((stripe, request) => findTaxRate(stripe, taxRates.consumption, request), { until });
  if (rate) return { default_tax_rates: [rate.id] };
  logger.error('the Stripe account has no tax rate, so that invoices carry no tax: run "npm run catalogue"');
  return {};
}
