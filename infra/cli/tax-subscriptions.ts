import type { Stripe } from 'stripe';
import { findTaxRate } from '#shared/find-tax-rate';
import { taxRates } from '#shared/model/tax-rates';

/** The tax rates of an account's subscriptions after a run. */
export interface TaxedSubscriptions {
  /** Number of subscriptions that already had the rate. */
  there: number;
  /** Ids that were given the rate; with `dryRun`, that lack it. */
  changed: string[];
  /** Ids that wait for the payment of a change and were not changed: the next run finds them. */
  waiting: string[];
  /** Ids with other rates, which somebody gave them: not changed. */
  different: string[];
}

/** An ended or incomplete subscription gets no further invoice; an incomplete one got the rate at its creation. */
const isInvoiced = ({ status }: Stripe.Subscription): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due' || status === 'unpaid' || status === 'paused';

/**
 * Gives the 10 % inclusive tax rate to every subscription without a rate (decisions/subscriptions). Prices include the
 * tax, so no amount changes, and without items in the request nothing is prorated (fact
 * `rate-for-an-existing-subscription`). Safe to repeat. Throws if the account has no such rate.
 */
export async function taxSubscriptions(
  stripe: Stripe,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<TaxedSubscriptions> {
  const rate = await findTaxRate(stripe, taxRates.consumption);
  if (!rate) throw new Error(`The account has no tax rate ${taxRates.consumption.key}: npm run catalogue makes it`);
  const result: TaxedSubscriptions = { there: 0, changed: [], waiting: [], different: [] };
  for await (const subscription of stripe.subscriptions.list({ limit: 100 })) {
    if (!isInvoiced(subscription)) continue;
    const rates = (subscription.default_tax_rates ?? []).map(({ id }) => id);
    const { id } = subscription;
    if (rates.length === 1 && rates[0] === rate.id) result.there += 1;
    else if (rates.length > 0) result.different.push(id);
    else if (subscription.pending_update) result.waiting.push(id);
    else {
      if (!dryRun) await stripe.subscriptions.update(id, { default_tax_rates: [rate.id], proration_behavior: 'none' });
      result.changed.push(id);
    }
  }
  return result;
}
