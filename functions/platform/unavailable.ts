import { isContention } from '#functions/platform/dynamodb/contention';

/** Services outside of AWS that the portal depends on. */
type OutsideService = 'stripe' | 'records';

/** No result, but the request may still be carried out: a `charge` of a card, or another `write` of the same key. */
export type Undecided = 'charge' | 'write';

/** A service is down, overloaded or refuses our key; a later try may succeed. A refusal is a CallError instead. */
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

/** The SDK does not recognize an error of another realm as an `Error`, and keeps only its name and text. */
const wrapped = /^AWS SDK error wrapper for (\w+): (.*)$/s;

/** Whether a service is down or overloaded, by an AWS client's error or `Unavailable`: a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  if (isContention(error)) return true;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  const [, name = error.name, text] = wrapped.exec(error.message) ?? [];
  const named = text?.split(' ').find((word) => connectionFailures.has(word)) ?? code;
  return connectionFailures.has(String(named)) || namesOfOutage.has(name) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
