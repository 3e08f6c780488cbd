import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { render } from '../state/render';
import { errors } from '../wire/errors';
import type { WireSubscription } from '../wire/objects';
import { attemptInvoice, finalizeInvoice } from './collect-invoice';
import { createInvoice } from './create-invoice';
import { expireUpdate } from './expire-update';
import { recurringLine } from './invoice-lines';
import { creditRest } from './prorations';
import { enterPeriod } from './renew-subscription';

/**
 * docs.stripe.com/billing/subscriptions/pause: at once; no invoice is made until it is resumed, while those that are
 * there go on; the period ends now, and what was paid for the rest of it waits as a credit unless `credits` is false.
 */
export function pauseSubscription(account: Account, id: string, credits: boolean): WireSubscription {
  const { status, collection_method: method, billing_mode: mode, schedule } = account.own('subscriptions', id);
  if (
    method === 'send_invoice' ||
    mode.type === 'classic' ||
    schedule !== null ||
    !/^(active|past_due|unpaid)$/.test(status)
  )
    throw errors.invalid('This subscription cannot be paused.');
  expireUpdate(account, id);
  const subscription = account.own('subscriptions', id);
  const before = render(account, 'subscriptions', subscription);
  const items = account.itemsOf(id);
  for (const item of items) {
    if (credits) creditRest(account, subscription, item, items, account.now);
    account.change('subscriptionItems', item.id, { current_period_end: account.now });
  }
  const paused = account.change('subscriptions', id, {
    status: 'paused',
    status_details: {
      paused: { subscription: { type: 'pause_requested' }, transitioned_at: account.now, type: 'subscription' },
    },
  });
  recordEvent(account, 'customer.subscription.updated', 'subscriptions', paused, before);
  recordEvent(account, 'customer.subscription.paused', 'subscriptions', paused);
  return paused;
}

/**
 * docs.stripe.com/api/subscriptions/resume with `resume_on_payment_success`: a period begins now, and its invoice is
 * paid in the request. One that is not paid is not emulated.
 */
export function resumeSubscription(account: Account, id: string): WireSubscription {
  const subscription = account.own('subscriptions', id);
  if (subscription.status !== 'paused') throw errors.invalid('Only a paused subscription can be resumed.');
  const before = render(account, 'subscriptions', subscription);
  const anchored = account.change('subscriptions', id, { billing_cycle_anchor: account.now });
  const lines = enterPeriod(account, anchored).map((item) => recurringLine(account, anchored, item, { trial: false }));
  const { id: invoice } = createInvoice(account, anchored, {
    reason: 'subscription_update',
    lines,
    period: { start: account.now, end: account.now },
  });
  const isPaid =
    finalizeInvoice(account, invoice).status === 'paid' ||
    attemptInvoice(account, invoice)?.intent.status === 'succeeded';
  if (!isPaid) throw errors.unsupported('a resumption whose invoice is not paid at once');
  const { status_details: _paused, ...resumed } = account.own('subscriptions', id);
  account.put('subscriptions', { ...resumed, status: 'active' });
  recordEvent(account, 'customer.subscription.updated', 'subscriptions', account.own('subscriptions', id), before);
  recordEvent(account, 'customer.subscription.resumed', 'subscriptions', account.own('subscriptions', id));
  return account.own('subscriptions', id);
}
