import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { WireInvoice, WirePaymentIntent } from '../wire/objects';
import { paymentsOf } from '../state/render';
import { attemptPayment, cancelPayment, createPaymentIntent, type PaymentOutcome } from './charge-intent';
import { settleBalance } from '../state/settle-balance';
import { applyUpdate, dropUpdate, pendingUpdateOf } from './pending-update';

const subscriptionOf = (account: Account, invoice: WireInvoice) => {
  const id = invoice.parent?.subscription_details.subscription;
  return id === undefined ? undefined : account.get('subscriptions', id);
};

/**
 * The card that pays (docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method): the
 * invoice's, else the subscription's, else the customer's.
 */
export function cardFor(account: Account, invoice: WireInvoice): string | null {
  return (
    invoice.default_payment_method ??
    subscriptionOf(account, invoice)?.default_payment_method ??
    account.customer(invoice.customer).invoice_settings.default_payment_method
  );
}

const paymentIntentOf = (account: Account, invoice: string): WirePaymentIntent | undefined => {
  const payment = paymentsOf(account, invoice).find((one) => one.is_default);
  return payment && account.own('paymentIntents', payment.payment.payment_intent);
};

/**
 * docs.stripe.com/invoicing/overview: sets the number, fixes the sums, and starts a payment unless there is nothing to
 * pay.
 */
export function finalizeInvoice(account: Account, id: string): WireInvoice {
  const draft = account.own('invoices', id);
  const customer = account.customer(draft.customer);
  const { amountDue, endingBalance } = settleBalance(draft.total, customer.balance);
  // docs.stripe.com/invoicing/customize#invoice-numbering: the customer's prefix and a sequence without gaps
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  account.change('customers', customer.id, {
    balance: endingBalance,
    currency: draft.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  });
  const open = account.change('invoices', id, {
    status: 'open',
    number,
    amount_due: amountDue,
    amount_remaining: amountDue,
    automatically_finalizes_at: null,
    effective_at: account.now,
    starting_balance: customer.balance,
    ending_balance: endingBalance,
    // docs.stripe.com/invoicing/taxes/account-tax-ids: the account's default ones, unless the invoice names others.
    account_tax_ids: account.settings.taxId === undefined ? null : ['atxi_local'],
    status_transitions: { ...draft.status_transitions, finalized_at: account.now },
  });
  recordEvent(account, 'invoice.finalized', 'invoices', open);
  if (amountDue === 0) return settleInvoice(account, id, null);
  const subscription = subscriptionOf(account, open);
  const intent = createPaymentIntent(account, {
    amount: amountDue,
    currency: open.currency,
    customer: open.customer,
    description: open.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    payment_method: cardFor(account, open),
    setup_future_usage: subscription ? 'off_session' : null,
  });
  account.put('invoicePayments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amountDue,
    created: account.now,
    currency: open.currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return open;
}

/** Marks the invoice paid: with the intent's money, or without one (nothing due, or paid elsewhere). */
export function settleInvoice(account: Account, id: string, intent: WirePaymentIntent | null): WireInvoice {
  const open = account.own('invoices', id);
  const payment = paymentsOf(account, id).find((one) => one.is_default);
  if (payment) {
    account.change('invoicePayments', payment.id, {
      status: intent ? 'paid' : 'canceled',
      amount_paid: intent ? intent.amount : null,
      status_transitions: intent
        ? { canceled_at: null, paid_at: account.now }
        : { canceled_at: account.now, paid_at: null },
    });
    if (!intent) cancelPayment(account, payment.payment.payment_intent, 'automatic');
  }
  const paid = account.change('invoices', id, {
    status: 'paid',
    attempted: true,
    auto_advance: false,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, paid_at: account.now },
  });
  if (account.customer(paid.customer).delinquent) {
    changeWithEvent(account, 'customer.updated', 'customers', paid.customer, { delinquent: false });
  }
  recordEvent(account, 'invoice.paid', 'invoices', paid);
  recordEvent(account, 'invoice.payment_succeeded', 'invoices', paid);
  if (payment && intent)
    recordEvent(account, 'invoice_payment.paid', 'invoicePayments', account.own('invoicePayments', payment.id));
  applyUpdate(account, id);
  reactivate(account, paid, intent?.payment_method ?? null);
  return account.own('invoices', id);
}

/**
 * docs.stripe.com/billing/subscriptions/overview#subscription-statuses: a subscription becomes active when its newest
 * invoice is paid, voided or uncollectible; a payment may also save its card as the default.
 */
function reactivate(account: Account, invoice: WireInvoice, method: string | null): void {
  const subscription = subscriptionOf(account, invoice);
  if (!subscription) return;
  const isNewest = subscription.latest_invoice === invoice.id;
  const waits = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status);
  const saves = method !== null && subscription.payment_settings.save_default_payment_method === 'on_subscription';
  if (!(waits && isNewest) && !saves) return;
  changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription.id, {
    ...(waits && isNewest && { status: 'active' }),
    ...(saves && { default_payment_method: method }),
  });
}

/** Follows every attempted payment: its invoice is paid, or stays open. */
export function afterPayment(account: Account, { intent, decline }: PaymentOutcome): void {
  const payment = account.store
    .all('invoicePayments')
    .find((one) => one.payment.payment_intent === intent.id && one.status === 'open');
  if (!payment) return;
  if (intent.status === 'succeeded') {
    settleInvoice(account, payment.invoice, intent);
    return;
  }
  if (!decline && intent.status !== 'requires_action') return;
  reportFailure(account, payment.invoice, intent.status === 'requires_action');
}

/**
 * `attempt_count` after an attempt: any counts as the first one, then only automatic ones do
 * (docs.stripe.com/api/invoices/object, attempt_count), which renew-subscription.ts counts.
 */
const countAttempt = ({ attempt_count: before }: WireInvoice): number => Math.max(1, before);

/**
 * An open invoice could not be paid: the subscription becomes past due, unless it never began, or its pending update
 * leaves it as it was.
 */
function reportFailure(account: Account, id: string, needsAction: boolean): void {
  const before = account.own('invoices', id);
  const failed = account.change('invoices', id, { attempted: true, attempt_count: countAttempt(before) });
  if (needsAction) recordEvent(account, 'invoice.payment_action_required', 'invoices', failed);
  recordEvent(account, 'invoice.payment_failed', 'invoices', failed);
  const subscription = subscriptionOf(account, failed);
  if (subscription && ['active', 'trialing'].includes(subscription.status) && !pendingUpdateOf(account, id)) {
    changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription.id, { status: 'past_due' });
  }
  if (failed.billing_reason !== 'subscription_create' && !account.customer(failed.customer).delinquent) {
    changeWithEvent(account, 'customer.updated', 'customers', failed.customer, { delinquent: true });
  }
}

/**
 * Tries to collect an open invoice; undefined if there was no card to try. If the bank requires 3-D Secure, the payment
 * stays requires_action, even if the card holder is absent
 * (docs.stripe.com/billing/subscriptions/overview#requires-action).
 */
export function attemptInvoice(account: Account, id: string, named?: string): PaymentOutcome | undefined {
  const invoice = account.own('invoices', id);
  const intent = paymentIntentOf(account, id);
  const method = named ?? cardFor(account, invoice);
  if (!intent) throw new Error(`No payment for ${id}`);
  if (method === null) {
    reportFailure(account, id, false);
    return undefined;
  }
  const outcome = attemptPayment(account, intent.id, method, false);
  if (outcome.intent.status === 'succeeded') {
    account.change('invoices', id, { attempt_count: countAttempt(invoice) });
  }
  afterPayment(account, outcome);
  return outcome;
}

/**
 * docs.stripe.com/api/invoices/mark_uncollectible. As with a void one, a subscription whose newest invoice it is
 * becomes active again (docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
export function markUncollectible(account: Account, id: string): WireInvoice {
  const open = account.own('invoices', id);
  const marked = account.change('invoices', id, {
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, marked_uncollectible_at: account.now },
  });
  recordEvent(account, 'invoice.marked_uncollectible', 'invoices', marked);
  activate(account, marked);
  return account.own('invoices', id);
}

/** An invoice that will not be paid holds its subscription up no longer. */
function activate(account: Account, invoice: WireInvoice): void {
  const subscription = subscriptionOf(account, invoice);
  if (subscription && ['past_due', 'unpaid'].includes(subscription.status)) reactivate(account, invoice, null);
}

/**
 * docs.stripe.com/api/subscriptions/object#subscription_object-status: with `send_invoice` a subscription becomes past
 * due when its invoice is not paid by the due date.
 */
export function passDueDate(account: Account, id: string): void {
  account.change('invoiceRecords', id, { overdue: true });
  const invoice = account.own('invoices', id);
  recordEvent(account, 'invoice.overdue', 'invoices', invoice);
  const subscription = subscriptionOf(account, invoice);
  if (subscription?.status === 'active')
    changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription.id, { status: 'past_due' });
}

export function voidInvoice(account: Account, id: string): WireInvoice {
  const open = account.own('invoices', id);
  const payment = paymentsOf(account, id).find((one) => one.is_default);
  if (payment) {
    cancelPayment(account, payment.payment.payment_intent, 'void_invoice');
    account.change('invoicePayments', payment.id, {
      status: 'canceled',
      status_transitions: { canceled_at: account.now, paid_at: null },
    });
  }
  // docs.stripe.com/api/customer_balance_transactions/object#customer_balance_transaction_object-type:
  // unapplied_from_invoice
  const applied = (open.ending_balance ?? open.starting_balance) - open.starting_balance;
  if (applied !== 0)
    account.change('customers', open.customer, { balance: account.customer(open.customer).balance - applied });
  const voided = account.change('invoices', id, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, voided_at: account.now },
  });
  recordEvent(account, 'invoice.voided', 'invoices', voided);
  dropUpdate(account, id);
  activate(account, voided);
  return account.own('invoices', id);
}
