import type { Account } from '../state/account';
import type { WireSubscription } from '../wire/objects';
import { attemptInvoice, finalizeInvoice } from './collect-invoice';
import { createInvoice, waitingFor } from './create-invoice';
import { endSubscription, type Ending } from './end-subscription';
import { creditRest } from './prorations';
import { isBilled } from '../state/subscription-status';

/**
 * Ends a subscription now (docs.stripe.com/api/subscriptions/cancel). `prorate` credits the rest of the period;
 * `invoiceNow` makes a last invoice of all pending items. Without both, pending prorations are removed.
 */
export function cancelSubscription(
  account: Account,
  id: string,
  options: { prorate?: boolean; invoiceNow?: boolean; ending?: Ending },
): WireSubscription {
  const subscription = account.own('subscriptions', id);
  const items = account.itemsOf(id);
  if (options.prorate && isBilled(subscription)) {
    for (const item of items)
      if (item.current_period_end > account.now) creditRest(account, subscription, item, items, account.now);
  }
  const waiting = waitingFor(account, id);
  if (!options.prorate && !options.invoiceNow)
    for (const one of waiting) if (one.proration) account.store.drop('invoiceItems', one.id);
  if (options.invoiceNow && waiting.length > 0) {
    const { current_period_start: start = account.now } = items[0] ?? {};
    const invoice = createInvoice(account, subscription, {
      reason: 'subscription_update',
      lines: [],
      period: { start, end: account.now },
    });
    if (finalizeInvoice(account, invoice.id).status === 'open') attemptInvoice(account, invoice.id);
  }
  return endSubscription(account, id, options.ending ?? { reason: 'cancellation_requested' });
}
