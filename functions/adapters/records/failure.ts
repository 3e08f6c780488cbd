import { KintoneRestAPIError } from '@kintone/rest-api-client';
import { Unavailable } from '../../runtime/unavailable';

/**
 * Failures that another try may overcome, beside 429 and 5xx (decisions/devices): `GAIA_DA02`, the record is locked by
 * another request (https://cybozu.dev/ja/kintone/docs/rest-api/overview/error/); `GAIA_RE18`, the same as other clients
 * have met it; `GAIA_NO02`, the staff switched the app's maintenance mode on.
 */
const passingCodes = new Set(['GAIA_DA02', 'GAIA_RE18', 'GAIA_NO02']);
/** No token, or not a token of the app. */
const tokenRefusals = new Set(['CB_AU01', 'GAIA_IA02']);
/**
 * The app, its rights or its settings are not what the stage's settings say, whatever is asked: a token of another app,
 * a missing right, no such app, a guest space, a renamed field or option in a query.
 */
const misconfiguredCodes = new Set([
  ...tokenRefusals,
  'GAIA_AP01',
  'GAIA_AP15',
  'GAIA_IL23',
  'GAIA_NO01',
  'CB_NO02',
  'GAIA_IQ03',
  'GAIA_IQ10',
  'GAIA_IQ11',
]);

/** Settings of Kintone or of the stage must be corrected by people: outages that do not pass by themselves. */
export class Misconfigured extends Unavailable {
  constructor(cause: unknown) {
    super('records', cause);
  }
}

const hasCode = (codes: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof KintoneRestAPIError && codes.has(error.code ?? '');

export const isTokenRefused = (error: unknown): boolean => hasCode(tokenRefusals, error);

/**
 * Whether another try may help: no response, too many requests, a failure of the service, a record lock, maintenance.
 * The client throws a plain error for a response that is not JSON, as proxies send it: `502: Bad Gateway`.
 */
export function isPassing(error: unknown): boolean {
  // A refused token comes with 400 or 520.
  if (hasCode(misconfiguredCodes, error)) return false;
  if (error instanceof KintoneRestAPIError)
    return error.status === 429 || error.status >= 500 || hasCode(passingCodes, error);
  if (!(error instanceof Error)) return false;
  return 'isAxiosError' in error || /^(429|5\d\d): /.test(error.message);
}

/**
 * Throws if a response of 200 is a page, as of a sign-in that the address leads to: Kintone's client returns whatever
 * comes with that status, but Kintone itself responds with JSON
 * (https://cybozu.dev/ja/kintone/docs/rest-api/overview/kintone-rest-api-overview/).
 */
export function requireJson<T>(response: T): T {
  if (typeof response === 'object' && response !== null) return response;
  throw new Error('200: a page instead of JSON; does the address lead to Kintone?');
}

/**
 * A page that says neither yes nor no: of a proxy's basic authentication, an address filter, another site. Pages of 429
 * and 5xx pass by themselves.
 */
const isForeign = (error: unknown): boolean =>
  error instanceof Error && /^[2-4]\d\d: /.test(error.message) && !isPassing(error);

/**
 * Unavailable for outages, {@link Misconfigured} for what people must correct: the caller can change neither. If
 * Kintone refuses the content, the error is thrown as it is (`KintoneRestAPIError` with `code`).
 */
export function toRecordsError(error: unknown): unknown {
  if (hasCode(misconfiguredCodes, error) || isForeign(error)) return new Misconfigured(withoutRequest(error));
  return isPassing(error) ? new Unavailable('records', withoutRequest(error)) : error;
}

/** The cause without the request that axios keeps in it, because its headers hold the token. */
function withoutRequest(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { name });
}
