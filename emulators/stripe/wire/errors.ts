import type { WirePaymentIntent, WirePaymentMethod, WireSetupIntent } from './objects';

/** The `error` of a response (docs.stripe.com/api/errors). */
interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  payment_intent?: WirePaymentIntent;
  setup_intent?: WireSetupIntent;
  payment_method?: WirePaymentMethod;
  /** The declined charge. */
  charge?: string;
}

/**
 * An error for the caller. `executed` says that the operation ran and its changes stay (a declined attempt is on
 * record); otherwise everything the operation wrote is undone.
 */
export class StripeError extends Error {
  readonly executed: boolean;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
    options: { executed?: boolean; headers?: Record<string, string> } = {},
  ) {
    super(body.message);
    this.executed = options.executed ?? false;
    this.headers = options.headers ?? {};
    if (body.code !== undefined && body.doc_url === undefined) body.doc_url = docUrl(body.code);
  }
}

/** The page of the documentation about an error's code. */
export const docUrl = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

const invalid = (message: string, more: Partial<StripeErrorBody> = {}, status = 400): StripeError =>
  new StripeError(status, { type: 'invalid_request_error', message, ...more });

/** The only place that words errors; codes are those of docs.stripe.com/error-codes. */
export const errors = {
  invalid,
  noKey: () =>
    invalid(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using ' +
        "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). " +
        'See https://stripe.com/docs/api#authentication for details.',
      {},
      401,
    ),
  wrongKey: (key: string) => invalid(`Invalid API Key provided: ${masked(key)}`, {}, 401),
  secretKeyRequired: () =>
    invalid(
      'This API call cannot be made with a publishable API key. Please use a secret API key. ' +
        'You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required' },
      401,
    ),
  notAForm: () =>
    invalid(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any ' +
        'questions, we can help at https://support.stripe.com/.',
    ),
  unrecognizedUrl: (method: string, path: string) =>
    invalid(
      `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at ` +
        'https://support.stripe.com/.',
      {},
      404,
    ),
  /** Not one of Stripe's errors: this emulator lacks something that Stripe has. */
  unsupported: (what: string) =>
    invalid(`The Stripe emulator does not support ${what}.`, { code: 'emulator_unsupported' }, 400),
  missingResource: (noun: string, id: string, param: string, status = 404) =>
    invalid(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, status),
  unknownParameter: (param: string) =>
    invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param }),
  missingParameter: (param: string) =>
    invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param }),
  emptyParameter: (param: string) =>
    invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
        `however '${param}' cannot be unset. You should remove '${param}' from your request or supply a ` +
        'non-empty value.',
      { code: 'parameter_invalid_empty', param },
    ),
  exclusive: (first: string, second: string) =>
    invalid(`You may only specify one of these parameters: ${first}, ${second}.`, {
      code: 'parameters_exclusive',
      param: first,
    }),
  /** The card's bank declined. `charge` and the intent are added if they exist. */
  card: (body: Omit<StripeErrorBody, 'type'>, options: { executed: boolean }) =>
    new StripeError(402, { type: 'card_error', ...body }, options),
  idempotencyMismatch: (message: string) => new StripeError(400, { type: 'idempotency_error', message }),
  idempotencyInUse: (key: string) =>
    new StripeError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message:
        'There is currently another in-progress request using this Idempotency Key (that probably means you ' +
        `submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    }),
  /** The reasons are those of docs.stripe.com/rate-limits, "Handling limiting gracefully". */
  rateLimited: (reason: 'global-rate' | 'endpoint-rate' | 'resource-specific' = 'global-rate') =>
    new StripeError(
      429,
      {
        type: 'invalid_request_error',
        message:
          'Request rate limit exceeded. You can learn more about rate limits here https://docs.stripe.com/rate-limits.',
        code: 'rate_limit',
      },
      { headers: { 'stripe-rate-limited-reason': reason } },
    ),
  failed: () => new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' }),
};

const masked = (key: string): string =>
  key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
