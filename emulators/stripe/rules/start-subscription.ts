import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import type { WireInvoice, WireSubscription } from '../wire/objects';
import { errors, type StripeError } from '../wire/errors';
import type { PaymentOutcome } from './charge-intent';
import { attemptInvoice, cardFor, finalizeInvoice } from './collect-invoice';
import { confirmSetup, createSetupIntent } from './confirm-setup';
import { createInvoice } from './create-invoice';
import { recurringLine } from './invoice-lines';
import { declineError } from './saved-cards';

export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';

/** The error for a failed payment if the caller wants an error instead of an unpaid subscription. */
export function paymentRefused(outcome: PaymentOutcome | undefined, code: string): StripeError {
  if (!outcome) return noCard();
  if (outcome.decline) return declineError(outcome.decline, {}, { executed: false });
  return errors.card(
    {
      code,
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. ' +
        'Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.',
    },
    { executed: false },
  );
}

const noCard = (): StripeError =>
  errors.invalid(
    'This customer has no attached payment source or default payment method. Please consider adding a default ' +
      'payment method. For more information, visit ' +
      'https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );

/**
 * docs.stripe.com/billing/subscriptions/trials and …/billing/migration/strong-customer-authentication: while nothing is
 * due, a setup intent collects the card, or its 3-D Secure.
 */
function collectCard(account: Account, subscription: WireSubscription, invoice: WireInvoice): void {
  const card = cardFor(account, invoice);
  const setup = createSetupIntent(account, {
    customer: subscription.customer,
    ...(card !== null && { payment_method: card, status: 'requires_confirmation' }),
  });
  changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', subscription.id, {
    pending_setup_intent: setup.id,
  });
  if (card !== null) confirmSetup(account, setup.id, card);
}

/**
 * Creates the first invoice and collects it (docs.stripe.com/billing/subscriptions/overview#payment-behavior). The
 * subscription and its items are already in the store, as incomplete or trialing.
 */
export function startSubscription(account: Account, id: string, behavior: PaymentBehavior): WireSubscription {
  const subscription = account.own('subscriptions', id);
  const trial = subscription.status === 'trialing';
  const lines = account.itemsOf(id).map((item) => recurringLine(account, subscription, item, { trial }));
  const period = { start: account.now, end: account.now };
  // docs.stripe.com/billing/invoices/subscription, "New subscription invoices": one that is sent waits for an hour.
  const waits = subscription.collection_method === 'send_invoice';
  const draft = createInvoice(account, subscription, { reason: 'subscription_create', lines, period, waits });
  recordEvent(account, 'customer.subscription.created', 'subscriptions', account.own('subscriptions', id));
  if (waits) return account.own('subscriptions', id);
  const invoice = finalizeInvoice(account, draft.id);
  if (invoice.status === 'paid') {
    collectCard(account, subscription, invoice);
    return account.own('subscriptions', id);
  }
  if (behavior === 'default_incomplete') return account.own('subscriptions', id);
  if (cardFor(account, invoice) === null) throw noCard();
  const outcome = attemptInvoice(account, invoice.id);
  if (behavior === 'error_if_incomplete' && outcome?.intent.status !== 'succeeded') {
    throw paymentRefused(outcome, 'subscription_payment_intent_requires_action');
  }
  return account.own('subscriptions', id);
}
