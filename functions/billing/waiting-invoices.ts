import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { discountOf, linesOf } from '#functions/documents/read-invoice';
import type { LiveSubscription } from './live-subscription';
import { chargedOf } from './preview-items';

/** An invoice of a renewal that Stripe has made and will charge; amounts in yen, times in unix seconds. */
export interface WaitingInvoice {
  at: number;
  /** Before the customer's balance. */
  total: number;
  /** The customer's present balance: negative if they have credit. */
  startingBalance: number;
  /** What its lines bill for a whole period, after their discounts. */
  billed: { yen: number; period: { start: number; end: number } }[];
}

/**
 * A subscription's invoices that Stripe charges by itself later, oldest first: the one of a renewal is a draft for an
 * hour, or for as long as the account's settings say
 * (docs.stripe.com/billing/subscriptions/usage-based/configure-grace-period).
 */
export async function waitingInvoices(
  { id }: Pick<LiveSubscription, 'id'>,
  options: RequestBudget,
): Promise<WaitingInvoice[]> {
  const { data } = await stripe(options).invoices.list({ subscription: id, status: 'draft', limit: 100 });
  const drafts = data.filter((invoice) => invoice.auto_advance).toReversed();
  return Promise.all(
    drafts.map(async (invoice) => ({
      at: invoice.created,
      total: invoice.total,
      startingBalance: invoice.starting_balance,
      billed: (await linesOf(invoice, options)).map((line) => ({
        yen: line.amount - discountOf(line),
        period: line.period,
      })),
    })),
  );
}

/**
 * What the waiting invoices of a subscription leave of its customer's balance, in yen. A draft has not taken it yet,
 * so a preview of the invoice after it still has all of it (docs.stripe.com/billing/customer/balance; fact
 * `preview-beside-a-draft`). Without a balance nothing is asked.
 */
export async function balanceAfterWaiting(id: string, balance: number, options: RequestBudget): Promise<number> {
  if (balance === 0) return 0;
  const waiting = await waitingInvoices({ id }, options);
  return waiting.reduce((left, { total }) => left + total - chargedOf(left + total), balance);
}
