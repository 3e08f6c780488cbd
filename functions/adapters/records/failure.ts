import { KintoneRestAPIError } from '@kintone/rest-api-client';
import { Unavailable } from '../../runtime/unavailable';

/**
 * Kintone could not lock a record; its documentation says to try again
 * (https://cybozu.dev/ja/kintone/docs/rest-api/overview/error/).
 */
const couldNotLock = 'GAIA_DA02';
/** No token, or not a token of the app. */
const tokenRefusals = new Set(['CB_AU01', 'GAIA_IA02']);

export const isTokenRefused = (error: unknown): boolean =>
  error instanceof KintoneRestAPIError && tokenRefusals.has(error.code ?? '');

/**
 * Whether another try may help: no response, too many requests, a failure of the service, a record lock. The client
 * throws a plain error for a response that is not JSON, as proxies send it: `502: Bad Gateway`.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof KintoneRestAPIError)
    return error.status === 429 || error.status >= 500 || error.code === couldNotLock;
  if (!(error instanceof Error)) return false;
  return 'isAxiosError' in error || /^(429|5\d\d): /.test(error.message);
}

/**
 * Unavailable for outages and for a refused token: the caller can change neither. If Kintone refuses the content, the
 * error is thrown as it is (`KintoneRestAPIError` with `code`).
 */
export const toRecordsError = (error: unknown): unknown =>
  isPassing(error) || isTokenRefused(error) ? new Unavailable('records', withoutRequest(error)) : error;

/** The cause without the request that axios keeps in it, because its headers hold the token. */
function withoutRequest(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { name });
}
