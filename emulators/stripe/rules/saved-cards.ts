import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { WirePaymentMethod, WireIntentError } from '../wire/objects';
import { errors, type StripeError, docUrl } from '../wire/errors';
import { cardByNumber, cardByToken, type CardBehaviour, type Decline } from './test-cards';

export function behaviourOf(account: Account, method: string): CardBehaviour {
  const { behaviour } = account.own('cards', method);
  const found = cardByNumber(behaviour);
  if (!found) throw new Error(`No test card ${behaviour}`);
  return found;
}

interface CardDetails {
  exp_month: number;
  exp_year: number;
  cvc?: string;
}

/** Records a payment method for a test card; it belongs to no customer yet. */
export function createCard(
  account: Account,
  card: CardBehaviour,
  details: CardDetails,
  billing: Partial<WirePaymentMethod['billing_details']> = {},
): WirePaymentMethod {
  const id = newId('pm');
  account.put('cards', { id, behaviour: card.number, authenticated: false });
  return account.put('paymentMethods', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: details.cvc === undefined ? null : 'unchecked',
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: details.exp_month,
      exp_year: details.exp_year,
      // The same card has the same fingerprint (docs.stripe.com/api/payment_methods/object).
      fingerprint: Buffer.from(card.number).toString('base64url').slice(-16),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: card.brand !== 'jcb' },
      wallet: null,
    },
    created: account.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

/** A payment method by id, or a new one for a test id such as `pm_card_visa` (docs.stripe.com/testing). */
export function findPaymentMethod(account: Account, id: string, param: string): WirePaymentMethod {
  const test = cardByToken(id);
  if (!test || !id.startsWith('pm_card_')) return account.need('paymentMethods', id, param);
  return createTokenCard(account, test);
}

/** docs.stripe.com/testing: test tokens expire a year from now. */
export function createTokenCard(account: Account, card: CardBehaviour): WirePaymentMethod {
  const now = new Date(account.now * 1000);
  return createCard(account, card, { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() + 1 });
}

export const declineError = (
  decline: Decline,
  more: Partial<StripeError['body']>,
  options: { executed: boolean },
): StripeError =>
  errors.card(
    {
      code: decline.code,
      ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
      message: decline.message,
      ...more,
    },
    options,
  );

/** The error that an intent keeps of its last attempt (last_payment_error, last_setup_error). */
export const intentError = (account: Account, method: string, decline: Decline): WireIntentError => ({
  type: decline.code.endsWith('_intent_authentication_failure') ? 'invalid_request_error' : 'card_error',
  code: decline.code,
  ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
  doc_url: docUrl(decline.code),
  message: decline.message,
  payment_method: account.own('paymentMethods', method),
});

/** docs.stripe.com/api/payment_methods/detach: a detached card cannot be used or attached again. */
export function checkNotDetached(account: Account, id: string): void {
  if (!account.own('cards', id).detached) return;
  throw errors.invalid(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a ' +
      'Customer, and may not be used again.',
    { param: 'payment_method' },
  );
}

/** Removes a card from its customer for good. */
export function detachCard(account: Account, id: string): WirePaymentMethod {
  account.change('cards', id, { detached: true });
  return account.change('paymentMethods', id, { customer: null });
}

/** docs.stripe.com/testing#declined-payments: cards that decline cannot be attached, except 4000 0000 0000 0341. */
export function attachPaymentMethod(account: Account, id: string, customer: string): WirePaymentMethod {
  const method = findPaymentMethod(account, id, 'payment_method');
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw errors.invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'customer',
    });
  }
  checkNotDetached(account, method.id);
  const { declinesSaving } = behaviourOf(account, method.id);
  if (declinesSaving) throw declineError(declinesSaving, {}, { executed: false });
  return attachChecked(account, method.id, customer);
}

/** Attaches without asking the bank again, because a setup or a payment has just succeeded with the card. */
export function attachChecked(account: Account, id: string, customer: string): WirePaymentMethod {
  const method = account.own('paymentMethods', id);
  if (method.customer === customer) return method;
  const checks = method.card.checks && {
    ...method.card.checks,
    cvc_check: method.card.checks.cvc_check === null ? null : 'pass',
  };
  const attached = account.change('paymentMethods', id, { customer, card: { ...method.card, checks } });
  recordEvent(account, 'payment_method.attached', 'paymentMethods', attached);
  return attached;
}

/** Throws unless the payment method is the customer's own, as a default must be; returns its id. */
export function payableWith(account: Account, customer: string, id: string, param: string): string {
  if (account.get('paymentMethods', id)?.customer === customer) return id;
  const test = id.startsWith('pm_card_') && cardByToken(id);
  if (test) {
    const known = account.store
      .all('paymentMethods')
      .findLast((one) => one.customer === customer && account.own('cards', one.id).behaviour === test.number);
    return (known ?? attachPaymentMethod(account, id, customer)).id;
  }
  throw errors.invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the ` +
      'customer.',
    { code: 'resource_missing', param },
  );
}
