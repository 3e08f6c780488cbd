import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { voidInvoice } from './collect-invoice';

/**
 * Voids the invoice of a pending update that expires or is replaced by another one, and sends the event
 * (docs.stripe.com/billing/subscriptions/pending-updates#expired-updates, #webhooks).
 */
export function expireUpdate(account: Account, id: string): void {
  const held = account.get('pendingUpdates', id);
  if (!held) return;
  voidInvoice(account, held.invoice);
  recordEvent(
    account,
    'customer.subscription.pending_update_expired',
    'subscriptions',
    account.own('subscriptions', id),
  );
}
