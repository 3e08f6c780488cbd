import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { choice, fields, flag, list, paramsOf, required, text, not, unsupported, ignored } from '../wire/params';
import { route, type Call, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { requestedMethod, paymentMethodData } from '../rules/card-params';
import { checkClientSecret, forBrowser } from '../rules/client-secret';
import { cancelSetup, confirmSetup, createSetupIntent } from '../rules/confirm-setup';
import type { WireSetupIntent } from '../wire/objects';

const automatic = fields({ enabled: required(flag()), allow_redirects: choice('always', 'never') });
const createParams = paramsOf<Stripe.SetupIntentCreateParams>()({
  ...not('attach_to_self customer_account excluded_payment_method_types flow_directions'),
  ...not('payment_method_configuration confirmation_token on_behalf_of payment_method_options single_use'),
  allowed_payment_method_types: list(choice('card')),
  automatic_payment_methods: automatic,
  confirm: flag(),
  customer: text(),
  description: text(1000),
  mandate_data: ignored,
  metadata: metadata(),
  payment_method: text(),
  payment_method_data: paymentMethodData,
  return_url: text(),
  usage: choice('off_session', 'on_session'),
  use_stripe_sdk: flag(),
});
const confirmShape = paramsOf<Stripe.SetupIntentConfirmParams>()({
  ...not('allowed_payment_method_types confirmation_token payment_method_options'),
  mandate_data: ignored,
  payment_method: text(),
  payment_method_data: paymentMethodData,
  return_url: text(),
  use_stripe_sdk: flag(),
});
const confirmParams = { ...confirmShape, client_secret: text() };
const listParams = paramsOf<Stripe.SetupIntentListParams>()({
  ...paging,
  attach_to_self: unsupported,
  created: timeFilter,
  customer: text(),
  customer_account: unsupported,
  payment_method: text(),
});

const intentOf = ({ account, path }: Call): WireSetupIntent =>
  account.need('setupIntents', path['intent'] ?? '', 'intent');

/** The intent in the path; a browser must send its client secret. */
function provenIntent(call: Call, clientSecret: string | undefined): WireSetupIntent {
  const intent = call.account.get('setupIntents', call.path['intent'] ?? '');
  if (!intent) throw errors.missingResource('setupintent', call.path['intent'] ?? '', 'intent');
  checkClientSecret(intent, clientSecret, call.publishable);
  return intent;
}

export const setupIntentRoutes: Route[] = [
  route('POST /v1/setup_intents', createParams, (call, given) => {
    const { account } = call;
    if (given.customer !== undefined) account.customer(given.customer);
    const method = requestedMethod(account, given, { publishable: false });
    const intent = createSetupIntent(account, {
      ...(given.automatic_payment_methods && {
        automatic_payment_methods: {
          enabled: given.automatic_payment_methods.enabled,
          allow_redirects: given.automatic_payment_methods.allow_redirects ?? 'always',
        },
      }),
      allowed_payment_method_types: given.allowed_payment_method_types ?? null,
      customer: given.customer ?? null,
      description: given.description ?? null,
      metadata: mergeMetadata({}, given.metadata),
      usage: given.usage ?? 'off_session',
      ...(method && { payment_method: method, status: 'requires_confirmation' }),
    });
    if (!given.confirm) return intent;
    if (!method) throw errors.missingParameter('payment_method');
    return confirmSetup(account, intent.id, method);
  }),
  // docs.stripe.com/api/setup_intents/list: filters by customer and by payment method.
  route(
    'GET /v1/setup_intents',
    listParams,
    ({ account }, { created, customer, payment_method: method, ...paging }) => {
      const all = account.store
        .all('setupIntents')
        .filter((one) => hasAll(one, { customer, payment_method: method }) && withinTime(one.created, created));
      return page('/v1/setup_intents', all, paging, 'setupintent');
    },
  ),
  route(
    'GET /v1/setup_intents/{intent}',
    { client_secret: text() },
    (call, given) => forBrowser(provenIntent(call, given.client_secret), call.publishable),
    { publishable: true },
  ),
  route(
    'POST /v1/setup_intents/{intent}/confirm',
    confirmParams,
    (call, given) => {
      const { account, publishable } = call;
      const intent = provenIntent(call, given.client_secret);
      const method = requestedMethod(account, given, { publishable }) ?? intent.payment_method;
      if (method === null) {
        throw errors.invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
          code: 'setup_intent_unexpected_state',
          setup_intent: intent,
        });
      }
      return forBrowser(confirmSetup(account, intent.id, method), publishable);
    },
    { publishable: true },
  ),
  route(
    'POST /v1/setup_intents/{intent}/cancel',
    { cancellation_reason: choice('abandoned', 'duplicate', 'requested_by_customer') },
    (call, given) => cancelSetup(call.account, intentOf(call).id, given.cancellation_reason ?? null),
  ),
];
