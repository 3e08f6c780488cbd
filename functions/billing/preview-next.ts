import type { Subscription } from '#shared/model/customer';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { linesOf, toLines } from './invoice-lines';
import { type LiveSubscription, readSubscription } from './live-subscription';
import { asLast, chargedOf, hasPendingItem } from './preview-items';
import { unlessInvalid } from '#functions/platform/stripe/errors';

/** An invoice of a renewal that Stripe has made and will charge; amounts in yen, times in unix seconds. */
export interface DraftInvoice {
  at: number;
  /** Before the customer's balance. */
  total: number;
  /** The customer's present balance: negative if they have credit. */
  startingBalance: number;
}

/**
 * A subscription's invoices that Stripe charges by itself later, oldest first: the one of a renewal is a draft for an
 * hour, or for as long as the account's settings say
 * (docs.stripe.com/billing/subscriptions/usage-based/configure-grace-period).
 */
export async function draftInvoices(
  { id }: Pick<LiveSubscription, 'id'>,
  options: RequestBudget,
): Promise<DraftInvoice[]> {
  const { data } = await stripe(options).invoices.list({ subscription: id, status: 'draft', limit: 100 });
  const drafts = data.filter((invoice) => invoice.auto_advance).toReversed();
  return drafts.map(({ created: at, total, starting_balance: startingBalance }) => ({ at, total, startingBalance }));
}

/**
 * What the drafts of a subscription leave of its customer's balance, in yen. A draft has not taken it yet,
 * so a preview of the invoice after it still has all of it (docs.stripe.com/billing/customer/balance; fact
 * `preview-beside-a-draft`). Without a balance nothing is asked.
 */
export async function balanceAfterDrafts(id: string, balance: number, options: RequestBudget): Promise<number> {
  if (balance === 0) return 0;
  const drafts = await draftInvoices({ id }, options);
  return drafts.reduce((left, { total }) => left + total - chargedOf(left + total), balance);
}

/**
 * Stripe's own preview of the next invoice, with what a draft before it leaves of the balance: of the renewal, or of
 * what waits when the subscription ends with its period. Undefined if there is none, because nothing waits for the end,
 * or the subscription is over (docs.stripe.com/api/invoices/create_preview).
 */
export async function previewNext(
  customerId: string,
  { id, cancel_at_period_end: ends }: Pick<Subscription, 'id' | 'cancel_at_period_end'>,
  options: RequestBudget = {},
) {
  const live = ends && (await hasPendingItem(id, customerId, options)) && (await readSubscription(id, options));
  if (ends && !live) return undefined;
  const params = live ? asLast(live) : { subscription: id };
  const invoice = await unlessInvalid(stripe(options).invoices.createPreview(params));
  if (!invoice) return undefined;
  const startingBalance = await balanceAfterDrafts(id, invoice.starting_balance, options);
  return {
    lines: await toLines(await linesOf(invoice, options), options),
    startingBalance,
    amount:
      startingBalance === invoice.starting_balance ? invoice.amount_due : chargedOf(invoice.total + startingBalance),
  };
}
