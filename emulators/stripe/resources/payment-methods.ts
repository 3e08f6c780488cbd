import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging } from '../wire/paging';
import { choice, required, text, not, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';
import { billingParam, cardFromParams, cardParam } from '../rules/card-params';
import { attachPaymentMethod, detachCard } from '../rules/saved-cards';
import type { Account } from '../state/account';
import { cardByToken } from '../rules/test-cards';

// The reader of the type, or an unknown parameter, refuses the other forty kinds of payment methods.
const createParams = {
  type: required(choice('card')),
  card: cardParam,
  billing_details: billingParam,
  allow_redisplay: choice('always', 'limited', 'unspecified'),
  metadata: metadata(),
  ...not('customer payment_method radar_options'),
} as const satisfies Partial<Record<keyof Stripe.PaymentMethodCreateParams, unknown>>;
const listParams = {
  ...paging,
  allow_redisplay: unsupported,
  customer: text(),
  type: choice('card'),
} as const satisfies Partial<Record<keyof Stripe.PaymentMethodListParams, unknown>>;

function methodsOf(account: Account, customer: string) {
  return account.store.all('paymentMethods').filter((one) => one.customer === account.customer(customer).id);
}

/** Removes a detached card from all defaults. */
function forget(account: Account, method: string, customer: string): void {
  const owner = account.customer(customer);
  if (owner.invoice_settings.default_payment_method === method) {
    const settings = { ...owner.invoice_settings, default_payment_method: null };
    changeWithEvent(account, 'customer.updated', 'customers', customer, { invoice_settings: settings });
  }
  for (const one of account.store.all('subscriptions')) {
    if (one.default_payment_method === method) {
      changeWithEvent(account, 'customer.subscription.updated', 'subscriptions', one.id, {
        default_payment_method: null,
      });
    }
  }
}

export const paymentMethodRoutes: Route[] = [
  route(
    'POST /v1/payment_methods',
    createParams,
    ({ account, publishable }, given) => {
      const method = cardFromParams(account, given.card, given.billing_details, { publishable, at: 'card' });
      return account.change('paymentMethods', method.id, {
        ...(given.allow_redisplay && { allow_redisplay: given.allow_redisplay }),
        metadata: mergeMetadata({}, given.metadata),
      });
    },
    { publishable: true },
  ),
  route('GET /v1/payment_methods', listParams, ({ account }, { customer, type: _card, ...paging }) => {
    if (customer === undefined) throw errors.missingParameter('customer');
    return page('/v1/payment_methods', methodsOf(account, customer), paging, 'PaymentMethod');
  }),
  route('GET /v1/payment_methods/{payment_method}', {}, ({ account, path }) =>
    account.need('paymentMethods', path['payment_method'] ?? ''),
  ),
  route(
    'POST /v1/payment_methods/{payment_method}/attach',
    { customer: required(text()) },
    ({ account, path }, { customer }) => {
      account.customer(customer);
      const id = path['payment_method'] ?? '';
      if (!cardByToken(id)) account.need('paymentMethods', id);
      return attachPaymentMethod(account, id, customer);
    },
  ),
  route('POST /v1/payment_methods/{payment_method}/detach', {}, ({ account, path }) => {
    const method = account.need('paymentMethods', path['payment_method'] ?? '');
    if (method.customer === null) {
      throw errors.invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        {
          code: 'payment_method_unexpected_state',
        },
      );
    }
    forget(account, method.id, method.customer);
    const detached = detachCard(account, method.id);
    recordEvent(account, 'payment_method.detached', 'paymentMethods', detached, method);
    return detached;
  }),
];
