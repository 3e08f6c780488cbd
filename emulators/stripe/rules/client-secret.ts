import { errors } from '../wire/errors';

/**
 * The client secret proves that the browser was given this very intent
 * (docs.stripe.com/payments/payment-intents#passing-to-client).
 */
export function checkClientSecret(
  intent: { client_secret: string; object: string },
  given: string | undefined,
  publishable: boolean,
): void {
  if (given === undefined) {
    if (publishable) throw errors.missingParameter('client_secret');
    return;
  }
  if (given === intent.client_secret) return;
  const noun = intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent';
  throw errors.invalid(`The client_secret provided does not match the client_secret associated with the ${noun}.`, {
    code: `${intent.object}_invalid_parameter`,
    param: 'client_secret',
  });
}

const browserFields = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
];

/** The part of an intent that a publishable key may see: neither customer nor metadata. */
export const forBrowser = (intent: object, publishable: boolean): object =>
  publishable ? Object.fromEntries(Object.entries(intent).filter(([key]) => browserFields.includes(key))) : intent;
