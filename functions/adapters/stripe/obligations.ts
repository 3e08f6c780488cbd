import { isOver } from '#shared/model/subscription-status';
import { stripeRequest, type RequestBudget } from './client';

/** What somebody still owes or is bound to, as Stripe has it now. */
export interface Obligations {
  /** Subscriptions that have not ended for good. */
  activeSubscriptions: number;
  /**
   * Invoices that wait for their money, and drafts that Stripe is about to collect. Those written off are asked for
   * no more.
   */
  unpaidInvoices: number;
}

/**
 * What keeps a customer from being deleted; `deleted` where that has happened. A customer that this account has never
 * had is an error: the wrong keys must not empty the portal. Counts of more than 100 are told as 100.
 */
export async function obligationsOf(customerId: string, options: RequestBudget): Promise<Obligations | 'deleted'> {
  const found = await stripeRequest(
    (stripe, request) => stripe.customers.retrieve(customerId, undefined, request),
    options,
  );
  if (found.deleted) return 'deleted';
  const customer = { customer: customerId, limit: 100 };
  const [subscriptions, open, drafts] = await Promise.all([
    stripeRequest((stripe, request) => stripe.subscriptions.list({ ...customer, status: 'all' }, request), options),
    stripeRequest((stripe, request) => stripe.invoices.list({ ...customer, status: 'open' }, request), options),
    stripeRequest((stripe, request) => stripe.invoices.list({ ...customer, status: 'draft' }, request), options),
  ]);
  const unpaid = [
    ...open.data.filter((one) => one.amount_remaining > 0),
    ...drafts.data.filter((one) => one.auto_advance && one.amount_due > 0),
  ];
  return {
    activeSubscriptions: subscriptions.data.filter((one) => !isOver(one)).length,
    unpaidInvoices: unpaid.length,
  };
}
