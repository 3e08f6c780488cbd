import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newClientSecret, newId } from '../state/new-id';
import { nulls, type WireSetupIntent } from '../wire/objects';
import { errors } from '../wire/errors';
import { attachChecked, behaviourOf, checkNotDetached, declineError, intentError } from './saved-cards';
import { asksForAuthentication, beginAuthentication, endAuthentications } from './three-d-secure';
import type { Decline } from './test-cards';

/** A setup intent that waits for a card. */
export function createSetupIntent(account: Account, given: Partial<WireSetupIntent>): WireSetupIntent {
  const id = newId('seti');
  const intent: WireSetupIntent = account.put('setupIntents', {
    id,
    object: 'setup_intent',
    ...nulls('allowed_payment_method_types application cancellation_reason customer customer_account description'),
    ...nulls('excluded_payment_method_types flow_directions last_setup_error latest_attempt mandate next_action'),
    ...nulls('on_behalf_of payment_method payment_method_configuration_details single_use_mandate'),
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    client_secret: newClientSecret(id),
    created: account.now,
    livemode: false,
    metadata: {},
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
    ...given,
  });
  recordEvent(account, 'setup_intent.created', 'setupIntents', intent);
  return intent;
}

function fail(account: Account, intent: WireSetupIntent, method: string, decline: Decline): WireSetupIntent {
  const failed = account.change('setupIntents', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: intentError(account, method, decline),
  });
  recordEvent(account, 'setup_intent.setup_failed', 'setupIntents', failed);
  return failed;
}

/** docs.stripe.com/payments/save-and-reuse: a saved card is attached to the intent's customer. */
function succeed(account: Account, intent: WireSetupIntent, method: string): WireSetupIntent {
  account.change('cards', method, { authenticated: true });
  if (intent.customer !== null) attachChecked(account, method, intent.customer);
  const done = account.change('setupIntents', intent.id, {
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  });
  recordEvent(account, 'setup_intent.succeeded', 'setupIntents', done);
  settlePendingSetup(account, done);
  return done;
}

/**
 * docs.stripe.com/api/subscriptions/object#subscription_object-pending_setup_intent: the subscription that waited for
 * this setup stops waiting. The card does not become a default: payment_settings.save_default_payment_method acts only
 * when a payment succeeds.
 */
function settlePendingSetup(account: Account, intent: WireSetupIntent): void {
  for (const one of account.store.all('subscriptions')) {
    if (one.pending_setup_intent !== intent.id) continue;
    changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', one.id, { pending_setup_intent: null });
  }
}

/** Asks the bank. A declined card is an error to the caller, and the attempt stays on record. */
export function confirmSetup(account: Account, id: string, method: string): WireSetupIntent {
  const intent = account.own('setupIntents', id);
  const { status } = intent;
  if (status === 'succeeded' || status === 'canceled') {
    throw errors.invalid(
      `You cannot perform this action on this SetupIntent because it has a status of ${status}.` +
        (status === 'succeeded' ? ' It has already succeeded.' : ''),
      { code: 'setup_intent_unexpected_state', setup_intent: intent },
    );
  }
  const owner = account.own('paymentMethods', method).customer;
  if (owner !== null && owner !== intent.customer) {
    throw errors.invalid('The provided PaymentMethod belongs to another Customer than this SetupIntent.', {
      param: 'payment_method',
    });
  }
  checkNotDetached(account, method);
  const ready = account.change('setupIntents', id, {
    payment_method: method,
    latest_attempt: newId('setatt'),
    last_setup_error: null,
  });
  const { declinesSaving } = behaviourOf(account, method);
  if (declinesSaving) {
    const failed = fail(account, ready, method, declinesSaving);
    throw declineError(
      declinesSaving,
      { setup_intent: failed, payment_method: account.own('paymentMethods', method) },
      { executed: true },
    );
  }
  if (asksForAuthentication(account, method)) {
    const waiting = account.change('setupIntents', id, {
      status: 'requires_action',
      next_action: { ...beginAuthentication(account, id, method) },
    });
    recordEvent(account, 'setup_intent.requires_action', 'setupIntents', waiting);
    return waiting;
  }
  endAuthentications(account, id);
  return succeed(account, ready, method);
}

/** The card holder completed 3-D Secure, or failed. */
export function finishSetupAuthentication(
  account: Account,
  id: string,
  method: string,
  complete: boolean,
): WireSetupIntent {
  endAuthentications(account, id);
  const intent = account.own('setupIntents', id);
  if (complete) return succeed(account, intent, method);
  return fail(account, intent, method, {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

export function cancelSetup(
  account: Account,
  id: string,
  reason: WireSetupIntent['cancellation_reason'],
): WireSetupIntent {
  const { status } = account.own('setupIntents', id);
  if (status === 'succeeded' || status === 'canceled') {
    throw errors.invalid(`You cannot cancel this SetupIntent because it has a status of ${status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: account.own('setupIntents', id),
    });
  }
  endAuthentications(account, id);
  const canceled = account.change('setupIntents', id, {
    status: 'canceled',
    cancellation_reason: reason,
    next_action: null,
  });
  recordEvent(account, 'setup_intent.canceled', 'setupIntents', canceled);
  return canceled;
}
