import { isContention } from '#functions/platform/dynamodb/contention';

/** Services outside of AWS that the portal depends on. */
type OutsideService = 'stripe' | 'records';

/**
 * The service gave no result, but may still carry out the request or has done so: a `charge` of a card, or another
 * `write` that is under way under the same idempotency key.
 */
export type Undecided = 'charge' | 'write';

/**
 * An outside service cannot be reached, is overloaded or does not accept our key; a later try may succeed. A refusal is
 * a CallError, so the two cannot be confused.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  /** `cause` is the error of the service's client; it goes only to the log. */
  constructor(
    readonly service: OutsideService,
    cause: unknown,
    readonly undecided?: Undecided,
  ) {
    super(`${service} is unavailable`, { cause });
  }
}

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);
const namesOfOutage = new Set([
  'TimeoutError',
  'RequestTimeout',
  // Two modifications of one user at the same time (Cognito, API_AssociateSoftwareToken): a double click.
  'ConcurrentModificationException',
  // The SDK repeated a transaction whose response was late, and DynamoDB still works on the first request
  // (API_TransactWriteItems): as with a lost response, it may be written.
  'TransactionInProgressException',
  'ThrottlingException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'InternalServerError',
  'InternalErrorException',
  'InternalFailure',
]);

/**
 * The SDK does not recognize an error of another realm (worker, test runner) as an `Error`, and keeps only its name and
 * text.
 */
const wrapped = /^AWS SDK error wrapper for (\w+): (.*)$/s;

/**
 * Whether a service could not be reached or is overloaded, so that a later try may succeed: an error of an AWS client
 * that says so, or `Unavailable`.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  if (isContention(error)) return true;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  const [, name = error.name, text] = wrapped.exec(error.message) ?? [];
  const named = text?.split(' ').find((word) => connectionFailures.has(word)) ?? code;
  return connectionFailures.has(String(named)) || namesOfOutage.has(name) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
