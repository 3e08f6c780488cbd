import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import {
  choice,
  choiceExcept,
  clearable,
  fields,
  flag,
  integer,
  list,
  paramsOf,
  required,
  text,
  not,
  unsupported,
  ignored,
} from '../wire/params';
import { route, type Call, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { requestedMethod, paymentMethodData } from '../rules/card-params';
import { attemptPayment, checkPayable, createPaymentIntent } from '../rules/charge-intent';
import { checkClientSecret, forBrowser } from '../rules/client-secret';
import { afterPayment } from '../rules/collect-invoice';
import { declineError } from '../rules/saved-cards';
import type { Account } from '../state/account';
import type { WirePaymentIntent } from '../wire/objects';

const createParams = paramsOf<Stripe.PaymentIntentCreateParams>()({
  ...not('amount_details application_fee_amount customer_account excluded_payment_method_types hooks'),
  ...not('payment_details payment_method_configuration payment_method_options shipping statement_descriptor'),
  ...not('statement_descriptor_suffix transfer_data transfer_group confirmation_token error_on_requires_action'),
  ...not('mandate on_behalf_of radar_options'),
  allowed_payment_method_types: list(choice('card')),
  amount: required(integer({ min: 1 })),
  automatic_payment_methods: fields({ enabled: required(flag()), allow_redirects: choice('always', 'never') }),
  capture_method: choiceExcept(['manual'], 'automatic', 'automatic_async'),
  confirm: flag(),
  confirmation_method: choiceExcept(['manual'], 'automatic'),
  currency: required(text(3)),
  customer: text(),
  description: text(1000),
  mandate_data: ignored,
  metadata: metadata(),
  off_session: flag(),
  payment_method: text(),
  payment_method_data: paymentMethodData,
  receipt_email: text(),
  return_url: text(),
  setup_future_usage: choice('off_session', 'on_session'),
  use_stripe_sdk: flag(),
});
const confirmShape = paramsOf<Stripe.PaymentIntentConfirmParams>()({
  ...not('allowed_payment_method_types amount_details amount_to_confirm capture_method confirmation_token'),
  ...not('error_on_requires_action excluded_payment_method_types hooks mandate payment_details'),
  ...not('payment_method_options radar_options shipping'),
  mandate_data: ignored,
  off_session: flag(),
  payment_method: text(),
  payment_method_data: paymentMethodData,
  receipt_email: clearable(text()),
  return_url: text(),
  setup_future_usage: clearable(choice('off_session', 'on_session')),
  use_stripe_sdk: flag(),
});
const confirmParams = { ...confirmShape, client_secret: text() };
const listParams = paramsOf<Stripe.PaymentIntentListParams>()({
  ...paging,
  created: timeFilter,
  customer: text(),
  customer_account: unsupported,
});

function provenIntent({ account, path, publishable }: Call, clientSecret: string | undefined): WirePaymentIntent {
  const id = path['intent'] ?? '';
  const intent = account.get('paymentIntents', id);
  if (!intent) throw errors.missingResource('payment_intent', id, 'intent');
  checkClientSecret(intent, clientSecret, publishable);
  return intent;
}

/** Confirms. A declined card is an error to the caller, and the attempt stays on record. */
function confirm(account: Account, id: string, method: string, offSession: boolean): WirePaymentIntent {
  const owner = account.own('paymentMethods', method).customer;
  if (owner !== null && owner !== account.own('paymentIntents', id).customer) {
    throw errors.invalid('The provided PaymentMethod belongs to another Customer than this PaymentIntent.', {
      param: 'payment_method',
    });
  }
  const outcome = attemptPayment(account, id, method, offSession);
  afterPayment(account, outcome);
  if (!outcome.decline) return account.own('paymentIntents', id);
  const { latest_charge: charge } = outcome.intent;
  throw declineError(
    outcome.decline,
    {
      payment_intent: outcome.intent,
      payment_method: account.own('paymentMethods', method),
      ...(charge !== null && { charge }),
    },
    { executed: true },
  );
}

export const paymentIntentRoutes: Route[] = [
  route('POST /v1/payment_intents', createParams, ({ account }, given) => {
    if (given.customer !== undefined) account.customer(given.customer);
    const currency = given.currency.toLowerCase();
    // docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    if (currency === 'jpy' && given.amount < 50) {
      throw errors.invalid('Amount must be at least ¥50 jpy', { code: 'amount_too_small', param: 'amount' });
    }
    const method = requestedMethod(account, given, { publishable: false });
    const intent = createPaymentIntent(account, {
      amount: given.amount,
      currency,
      customer: given.customer ?? null,
      description: given.description ?? null,
      metadata: mergeMetadata({}, given.metadata),
      receipt_email: given.receipt_email ?? null,
      setup_future_usage: given.setup_future_usage ?? null,
      ...(method && { payment_method: method }),
    });
    if (!given.confirm) return intent;
    if (!method) throw errors.missingParameter('payment_method');
    return confirm(account, intent.id, method, given.off_session ?? false);
  }),
  route('GET /v1/payment_intents', listParams, ({ account }, { created, customer, ...paging }) => {
    const all = account.store
      .all('paymentIntents')
      .filter((one) => hasAll(one, { customer }) && withinTime(one.created, created));
    return page('/v1/payment_intents', all, paging, 'payment_intent');
  }),
  route(
    'GET /v1/payment_intents/{intent}',
    { client_secret: text() },
    (call, given) => forBrowser(provenIntent(call, given.client_secret), call.publishable),
    { publishable: true },
  ),
  route(
    'POST /v1/payment_intents/{intent}/confirm',
    confirmParams,
    (call, given) => {
      const { account, publishable } = call;
      const intent = provenIntent(call, given.client_secret);
      checkPayable(intent);
      const method = requestedMethod(account, given, { publishable }) ?? intent.payment_method;
      if (method === null) {
        throw errors.invalid("You cannot confirm this PaymentIntent because it's missing a payment method.", {
          code: 'payment_intent_unexpected_state',
          payment_intent: intent,
        });
      }
      if (given.setup_future_usage !== undefined)
        account.change('paymentIntents', intent.id, { setup_future_usage: given.setup_future_usage });
      return forBrowser(confirm(account, intent.id, method, given.off_session ?? false), publishable);
    },
    { publishable: true },
  ),
];
