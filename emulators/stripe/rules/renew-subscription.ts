import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import type { WireSubscription, WireSubscriptionItem } from '../wire/objects';
import { attemptInvoice, finalizeInvoice, markUncollectible, voidInvoice } from './collect-invoice';
import { createInvoice } from './create-invoice';
import { endSubscription } from './end-subscription';
import { recurringLine } from './invoice-lines';
import { day, nextBillingDate, prorate } from '../time/periods';

/**
 * Moves every item into the period that begins now and ends at the next billing date, or at an earlier planned end;
 * returns the items.
 */
export function enterPeriod(account: Account, subscription: WireSubscription): WireSubscriptionItem[] {
  return account.itemsOf(subscription.id).map((item) => {
    const { recurring } = item.price;
    if (!recurring) throw new Error(`${item.price.id} does not recur`);
    const end = Math.min(
      nextBillingDate(subscription.billing_cycle_anchor, recurring, account.now),
      subscription.cancel_at ?? Infinity,
    );
    return account.change('subscriptionItems', item.id, { current_period_start: account.now, current_period_end: end });
  });
}

/** docs.stripe.com/billing/subscriptions/cancel#custom-date: a period cut short by a planned end is charged in part. */
function amountUntilEnd(subscription: WireSubscription, item: WireSubscriptionItem): number {
  const { current_period_start: start, current_period_end: end, price, quantity } = item;
  const whole = price.unit_amount * quantity;
  if (!price.recurring) return whole;
  const wholeEnd = nextBillingDate(subscription.billing_cycle_anchor, price.recurring, start);
  return end < wholeEnd ? whole - prorate(whole, start, wholeEnd, end) : whole;
}

/**
 * A new period begins (docs.stripe.com/billing/subscriptions/overview): its invoice is a draft, closed and charged an
 * hour later. After a trial without a card, trial_settings.end_behavior decides
 * (docs.stripe.com/billing/subscriptions/trials).
 */
export function renewSubscription(account: Account, id: string): void {
  const before = account.own('subscriptions', id);
  const trialEnds = before.status === 'trialing';
  const withoutCard =
    before.default_payment_method === null &&
    account.customer(before.customer).invoice_settings.default_payment_method === null;
  const { missing_payment_method: ifMissing } = before.trial_settings.end_behavior;
  if (trialEnds && withoutCard && ifMissing === 'cancel') {
    endSubscription(account, id, { reason: 'cancellation_requested' });
    return;
  }
  if (trialEnds && withoutCard && ifMissing === 'pause') {
    changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', id, { status: 'paused' });
    recordEvent(account, 'customer.subscription.paused', 'subscriptions', account.own('subscriptions', id));
    return;
  }
  const [first] = account.itemsOf(id);
  const period = { start: first?.current_period_start ?? account.now, end: account.now };
  const items = enterPeriod(account, before);
  const lines = items.map((item) =>
    recurringLine(account, before, item, { trial: false, amount: amountUntilEnd(before, item) }),
  );
  const invoice = createInvoice(account, before, {
    reason: 'subscription_cycle',
    lines,
    period,
    waits: before.status !== 'unpaid',
  });
  if (before.pause_collection) pauseInvoice(account, invoice.id, before.pause_collection.behavior);
  if (before.status === 'unpaid') {
    // docs.stripe.com/billing/subscriptions/overview#unpaid: further invoices stay drafts.
    account.change('invoices', invoice.id, { auto_advance: false });
  }
  const after = account.own('subscriptions', id);
  account.put('subscriptions', before);
  changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', id, {
    ...after,
    ...(trialEnds && { status: 'active' }),
  });
}

/** docs.stripe.com/billing/subscriptions/pause-payment: what becomes of an invoice that is made meanwhile. */
function pauseInvoice(account: Account, id: string, behavior: string): void {
  if (behavior === 'keep_as_draft') {
    account.change('invoices', id, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
  } else if (finalizeInvoice(account, id).status === 'open') {
    if (behavior === 'void') voidInvoice(account, id);
    else markUncollectible(account, id);
  }
}

/** Closes and charges a draft after its hour; one that is sent is only closed. */
export function collectDraft(account: Account, id: string): void {
  const invoice = finalizeInvoice(account, id);
  if (invoice.collection_method === 'send_invoice') recordEvent(account, 'invoice.sent', 'invoices', invoice);
  else if (invoice.status === 'open') collectAutomatically(account, id);
}

/**
 * Tries to collect automatically, and plans the next attempt if that fails
 * (docs.stripe.com/billing/revenue-recovery/smart-retries, with the schedule of the account's settings).
 */
export function collectAutomatically(account: Account, id: string): void {
  const { attempt_count: before } = account.own('invoices', id);
  account.change('invoices', id, { attempt_count: before + 1 });
  attemptInvoice(account, id);
  planRetry(account, id);
}

/** Plans the next attempt; after the last one the subscription takes the state in the settings. */
export function planRetry(account: Account, id: string): void {
  const invoice = account.own('invoices', id);
  if (invoice.status !== 'open' || !invoice.auto_advance) return;
  const record = account.own('invoiceRecords', id);
  const isGivenUp = account.givenUp.has(invoice.customer);
  const wait = isGivenUp ? undefined : account.settings.retryAfterDays[record.retries];
  if (wait !== undefined) {
    account.put('invoiceRecords', { ...record, retries: record.retries + 1 });
    changeWithEvent(account, 'invoice.updated', 'invoices', id, { next_payment_attempt: account.now + wait * day });
    return;
  }
  changeWithEvent(account, 'invoice.updated', 'invoices', id, { next_payment_attempt: null });
  const subscription = invoice.parent?.subscription_details.subscription;
  const afterRetries = isGivenUp ? 'unpaid' : account.settings.afterRetries;
  if (subscription === undefined || afterRetries === 'past_due') return;
  if (afterRetries === 'canceled') endSubscription(account, subscription, { reason: 'payment_failed' });
  else changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription, { status: 'unpaid' });
}
