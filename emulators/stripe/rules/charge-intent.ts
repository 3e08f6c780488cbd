import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newClientSecret, newId } from '../state/new-id';
import { nulls, type WireCharge, type WirePaymentIntent } from '../wire/objects';
import { errors } from '../wire/errors';
import { openDispute } from './dispute-charge';
import { attachChecked, behaviourOf, intentError } from './saved-cards';
import { asksForAuthentication, beginAuthentication, endAuthentications } from './three-d-secure';
import type { Decline } from './test-cards';

export interface PaymentOutcome {
  intent: WirePaymentIntent;
  /** The bank's reason for declining. */
  decline?: Decline;
}

export function createPaymentIntent(
  account: Account,
  given: Pick<WirePaymentIntent, 'amount' | 'currency'> & Partial<WirePaymentIntent>,
): WirePaymentIntent {
  const id = newId('pi');
  const intent: WirePaymentIntent = account.put('paymentIntents', {
    id,
    object: 'payment_intent',
    ...nulls('allowed_payment_method_types application application_fee_amount canceled_at cancellation_reason'),
    ...nulls('customer customer_account description excluded_payment_method_types last_payment_error latest_charge'),
    ...nulls('managed_payments next_action on_behalf_of payment_method payment_method_configuration_details'),
    ...nulls('payment_record processing receipt_email review setup_future_usage shipping source'),
    ...nulls('statement_descriptor statement_descriptor_suffix transfer_group'),
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: account.now,
    livemode: false,
    metadata: {},
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    ...given,
  });
  recordEvent(account, 'payment_intent.created', 'paymentIntents', intent);
  return intent;
}

function recordCharge(account: Account, intent: WirePaymentIntent, method: string, decline?: Decline): WireCharge {
  const { billing_details } = account.own('paymentMethods', method);
  const charge: WireCharge = account.put('charges', {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('calculated_statement_descriptor failure_balance_transaction on_behalf_of outcome'),
    ...nulls('payment_method_details receipt_number receipt_url review shipping source source_transfer'),
    ...nulls('statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
    billing_details,
    captured: !decline,
    created: account.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method,
    receipt_email: intent.receipt_email,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  });
  recordEvent(account, decline ? 'charge.failed' : 'charge.succeeded', 'charges', charge);
  return charge;
}

export function failPayment(
  account: Account,
  id: string,
  method: string,
  decline: Decline,
  charged = true,
): PaymentOutcome {
  const before = account.own('paymentIntents', id);
  const charge = charged ? recordCharge(account, before, method, decline).id : undefined;
  const intent = account.change('paymentIntents', id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...intentError(account, method, decline), ...(charge !== undefined && { charge }) },
    ...(charge !== undefined && { latest_charge: charge }),
  });
  recordEvent(account, 'payment_intent.payment_failed', 'paymentIntents', intent);
  return { intent, decline };
}

export function succeedPayment(account: Account, id: string, method: string): PaymentOutcome {
  const before = account.own('paymentIntents', id);
  const charge = recordCharge(account, before, method);
  if (before.setup_future_usage !== null) {
    account.change('cards', method, { authenticated: true });
    if (before.customer !== null) attachChecked(account, method, before.customer);
  }
  const intent = account.change('paymentIntents', id, {
    status: 'succeeded',
    amount_received: before.amount,
    payment_method: method,
    next_action: null,
    last_payment_error: null,
    latest_charge: charge.id,
  });
  recordEvent(account, 'payment_intent.succeeded', 'paymentIntents', intent);
  openDispute(account, charge, method);
  return { intent };
}

/**
 * Asks the bank for the money and records the outcome; a decline does not throw. `offSession`: the card holder is
 * absent.
 */
export function attemptPayment(account: Account, id: string, method: string, offSession: boolean): PaymentOutcome {
  endAuthentications(account, id);
  account.change('paymentIntents', id, { payment_method: method, next_action: null });
  const { declinesCharges } = behaviourOf(account, method);
  if (declinesCharges) return failPayment(account, id, method, declinesCharges);
  if (!asksForAuthentication(account, method)) return succeedPayment(account, id, method);
  if (offSession) {
    // docs.stripe.com/declines/codes: authentication_required
    return failPayment(account, id, method, {
      code: 'authentication_required',
      declineCode: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    });
  }
  const intent = account.change('paymentIntents', id, {
    status: 'requires_action',
    last_payment_error: null,
    next_action: { ...beginAuthentication(account, id, method) },
  });
  recordEvent(account, 'payment_intent.requires_action', 'paymentIntents', intent);
  return { intent };
}

/** Throws if the intent is over and can no longer be confirmed or changed. */
export function checkPayable(intent: WirePaymentIntent): void {
  const { status } = intent;
  if (status !== 'succeeded' && status !== 'canceled') return;
  throw errors.invalid(
    status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : 'You cannot confirm this PaymentIntent because it has a status of canceled.',
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  );
}

export function cancelPayment(
  account: Account,
  id: string,
  reason: WirePaymentIntent['cancellation_reason'],
): WirePaymentIntent {
  endAuthentications(account, id);
  const intent = account.change('paymentIntents', id, {
    status: 'canceled',
    canceled_at: account.now,
    cancellation_reason: reason,
    next_action: null,
  });
  recordEvent(account, 'payment_intent.canceled', 'paymentIntents', intent);
  return intent;
}
