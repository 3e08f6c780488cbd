import { KintoneRestAPIError } from '@kintone/rest-api-client';
import { Unavailable } from '../../runtime/unavailable';

/**
 * Could not lock a record: Kintone's advice is to ask again
 * (https://cybozu.dev/ja/kintone/docs/rest-api/overview/error/).
 */
const couldNotLock = 'GAIA_DA02';
/** No token, one that is not the app's. */
const tokenRefusals = new Set(['CB_AU01', 'GAIA_IA02']);

export const isTokenRefused = (error: unknown): boolean =>
  error instanceof KintoneRestAPIError && tokenRefusals.has(error.code ?? '');

/**
 * Whether asking again may help: no answer, too many requests, a failure of the service, a lock. The client throws a
 * plain error for an answer that is no JSON, as proxies give it: `502: Bad Gateway`.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof KintoneRestAPIError)
    return error.status === 429 || error.status >= 500 || error.code === couldNotLock;
  if (!(error instanceof Error)) return false;
  return 'isAxiosError' in error || /^(429|5\d\d): /.test(error.message);
}

/**
 * Unavailable for outages and for a token that is not taken: nothing that the caller can change. What Kintone
 * refuses for its content is thrown as it is (`KintoneRestAPIError` with `code`).
 */
export const toRecordsError = (error: unknown): unknown =>
  isPassing(error) || isTokenRefused(error) ? new Unavailable('records', withoutRequest(error)) : error;

/** The cause without the request that axios keeps in it: its headers hold the token. */
function withoutRequest(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { name });
}
