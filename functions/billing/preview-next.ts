import type { Subscription } from '#shared/model/customer';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { linesOf, toLines } from '#functions/documents/read-invoice';
import { readSubscription } from './live-subscription';
import { asLast, chargedOf, hasWaitingItem } from './preview-items';
import { unlessInvalid } from '#functions/platform/stripe/errors';
import { balanceAfterWaiting } from './waiting-invoices';

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
  const live = ends && (await hasWaitingItem(id, customerId, options)) && (await readSubscription(id, options));
  if (ends && !live) return undefined;
  const params = live ? asLast(live) : { subscription: id };
  const invoice = await unlessInvalid(stripe(options).invoices.createPreview(params));
  if (!invoice) return undefined;
  const startingBalance = await balanceAfterWaiting(id, invoice.starting_balance, options);
  return {
    lines: await toLines(await linesOf(invoice, options), options),
    startingBalance,
    amount:
      startingBalance === invoice.starting_balance ? invoice.amount_due : chargedOf(invoice.total + startingBalance),
  };
}
