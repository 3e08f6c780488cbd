import { Unavailable } from '../runtime/unavailable';
import { isContention } from './dynamodb/contention';

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
