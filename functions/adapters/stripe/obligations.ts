import { isOver } from '#shared/model/subscription-status';
import { stripeRequest, type RequestBudget } from './client';

/** A customer's current debts and running subscriptions at Stripe. */
export interface Obligations {
  /** Subscriptions that have not ended for good. */
  activeSubscriptions: number;
  /**
   * Invoices that wait for their payment, and drafts that Stripe is about to collect. Invoices that were written off
   * are not collected any more.
   */
  unpaidInvoices: number;
}

/**
 * The obligations that block the deletion of a customer; `deleted` if it is deleted already. Throws for a customer that
 * this account never had, because wrong keys must not empty the portal. Counts above 100 are returned as 100.
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
