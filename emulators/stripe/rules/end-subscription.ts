import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import type { WireSubscription } from '../wire/objects';
import { render } from '../state/render';
import { voidInvoice } from './collect-invoice';
import { pendingUpdateOf } from './pending-update';
import { releaseSchedule } from './subscription-schedule';

export interface Ending {
  reason: 'cancellation_requested' | 'payment_failed';
  comment?: string;
  feedback?: string;
}

/**
 * docs.stripe.com/billing/subscriptions/cancel: ends at once. Open invoices stay owed but are no longer collected
 * automatically. A subscription that never began is voided with its invoice, and so is the invoice of an update that
 * waited for its payment.
 */
export function endSubscription(account: Account, id: string, ending: Ending): WireSubscription {
  const before = account.own('subscriptions', id);
  const neverBegan = before.status === 'incomplete';
  for (const invoice of account.store.all('invoices')) {
    if (invoice.parent?.subscription_details.subscription !== id) continue;
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue;
    if (invoice.status === 'open' && (neverBegan || pendingUpdateOf(account, invoice.id)))
      voidInvoice(account, invoice.id);
    else
      account.change('invoices', invoice.id, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  }
  if (before.schedule !== null) releaseSchedule(account, before.schedule, 'canceled');
  const beforeEnd = render(account, 'subscriptions', account.own('subscriptions', id));
  const ended = account.change('subscriptions', id, {
    status: neverBegan ? 'incomplete_expired' : 'canceled',
    canceled_at: before.cancel_at_period_end ? before.canceled_at : account.now,
    ended_at: account.now,
    cancellation_details: {
      comment: ending.comment ?? before.cancellation_details?.comment ?? null,
      feedback: ending.feedback ?? before.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: ending.reason,
    },
  });
  if (neverBegan) recordEvent(account, 'customer.subscription.updated', 'subscriptions', ended, beforeEnd);
  else recordEvent(account, 'customer.subscription.deleted', 'subscriptions', ended);
  return ended;
}
