import type { Account } from '../state/account';
import type { WireInvoice } from '../wire/objects';
import { errors } from '../wire/errors';
import { newId } from '../state/new-id';
import { hour } from '../time/periods';
import { renewSubscription } from './renew-subscription';
import { renews } from '../state/subscription-status';

/** docs.stripe.com/invoicing/preview: a preview can be retrieved for 72 hours. */
const keptFor = 72 * hour;

export function keepPreview(account: Account, invoice: WireInvoice): WireInvoice {
  for (const [id, { madeAt }] of account.previews) {
    if (madeAt + keptFor > account.now) break;
    account.previews.delete(id);
  }
  account.previews.set(invoice.id, { invoice, madeAt: account.now });
  return invoice;
}

/** A preview by its id; undefined if there is none any more. */
export function previewOf(account: Account, id: string): WireInvoice | undefined {
  const kept = account.previews.get(id);
  return kept && kept.madeAt + keptFor > account.now ? kept.invoice : undefined;
}

/** A preview is a draft that is never stored (docs.stripe.com/api/invoices/create_preview). */
export function asPreview(invoice: WireInvoice): WireInvoice {
  const id = newId('upcoming_in');
  return {
    ...invoice,
    id,
    status: 'draft',
    number: null,
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    attempt_count: 0,
    attempted: false,
    effective_at: null,
    ending_balance: null,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    lines: invoice.lines.map((line) => ({ ...line, invoice: id })),
  };
}

/** The invoice of the next renewal, with all pending prorations. Run it within a try-out, because it moves time. */
export function nextInvoice(account: Account, id: string): WireInvoice {
  const subscription = account.own('subscriptions', id);
  const [item] = account.itemsOf(id);
  const end = item?.current_period_end ?? account.now;
  const ends = subscription.cancel_at !== null && subscription.cancel_at <= end;
  if (!renews(subscription) || ends) {
    throw errors.invalid('No upcoming invoices for customer', { code: 'invoice_upcoming_none' }, 404);
  }
  const { now } = account;
  try {
    account.now = end;
    account.change('subscriptions', id, {
      pause_collection: null,
      trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    });
    renewSubscription(account, id);
  } finally {
    account.now = now;
  }
  const { latest_invoice: made } = account.own('subscriptions', id);
  return account.own('invoices', made ?? '');
}
