import { KintoneRestAPIClient, KintoneRestAPIError } from '@kintone/rest-api-client';
import {
  appWith,
  type FieldCodes,
  recordSettingsSchema,
  connectionOf,
  recordSecretSchema,
} from '#shared/model/record-settings';
import type { RecordAppKey } from '#shared/model/record-system';
import { callTimeout } from '#shared/constants';
import { optionalEnv, requireEnv } from '#functions/platform/environment';
import { Unavailable } from '#functions/platform/unavailable';
import { clock } from '#functions/platform/clock';
import { readSecret } from '#functions/platform/secrets';

/** A record as Kintone sends it: fields by their codes. */
export type KintoneRecord = Record<string, { value: unknown } | undefined>;

export interface RecordAppAt<K extends RecordAppKey> {
  id: string;
  /** Field codes by the names of shared/model/record-system.ts. */
  codes: FieldCodes<K>;
}

/** The address of an app: that of its domain, its guest space and its number. */
export const sourceOf = (key: RecordAppKey): string =>
  [requireEnv('KINTONE_BASE_URL'), optionalEnv('KINTONE_GUEST_SPACE'), appOf(key).id].filter(Boolean).join('/');

export function appOf<K extends RecordAppKey>(key: K): RecordAppAt<K> {
  return appWith(key, recordSettingsSchema.parse(JSON.parse(optionalEnv('RECORD_APPS') ?? '{}')));
}

/** The longest wait for one request of a call, in milliseconds. Kintone usually responds in less than a second. */
const callPatience = 5_000;
/** Time for all requests of a call together, with the retries, in milliseconds. */
const timeForAll = callTimeout * 1000 - 5_000;
/** Attempts of one request, and the pause before the second one, in milliseconds; each later pause is twice as long. */
const attempts = 3;
const firstPause = 300;

export interface RecordsOptions {
  /** Unix milliseconds by which there must be a response or an error. @default {@link timeForAll} from now */
  until?: number | undefined;
  /** The longest wait for one request, in milliseconds. @default 5 s, because a user waits */
  patience?: number | undefined;
}

/** The options of one request of a scheduled job, which no user waits for. */
export const jobBudget = (): { until: number; patience: number } => ({ until: clock.now() + 30_000, patience: 15_000 });

/** The time limit of a client is fixed when it is made, so each request gets its own; Node keeps the connections. */
async function clientFor(timeout: number, maxAge?: number): Promise<KintoneRestAPIClient> {
  const secret = recordSecretSchema.parse(await readSecret(requireEnv('KINTONE_SECRET_ARN'), maxAge));
  const place = { baseUrl: requireEnv('KINTONE_BASE_URL'), guestSpace: optionalEnv('KINTONE_GUEST_SPACE') };
  return new KintoneRestAPIClient({ ...connectionOf(secret, place), socketTimeout: timeout });
}

/**
 * Makes one request to the record system within a time budget. Failures that may pass (no response, 429, 5xx, a record
 * lock, maintenance) are tried three times, so use it only for requests that may be done twice: reads, and additions
 * with a unique field. If the token is refused, it is read again once, so that a rotated one takes over.
 * @throws Unavailable for outages, Misconfigured among them; KintoneRestAPIError if Kintone refuses the content
 */
export async function recordsRequest<T>(
  request: (client: KintoneRestAPIClient) => Promise<T>,
  { until = clock.now() + timeForAll, patience = callPatience }: RecordsOptions = {},
): Promise<T> {
  let maxAge: number | undefined;
  for (let attempt = 1, pause = firstPause; ; attempt += 1, pause *= 2) {
    const left = until - clock.now();
    if (left <= 0) throw new Unavailable('records', new Error('The time for this call is used up'));
    try {
      return requireJson(await request(await clientFor(Math.min(patience, left), maxAge)));
    } catch (error) {
      const doubted = isTokenRefused(error) && maxAge === undefined;
      if (doubted) maxAge = 0;
      const again = doubted || (isPassing(error) && attempt < attempts && clock.now() + pause < until);
      if (!again) throw toRecordsError(error);
      if (!doubted) await clock.waitAbout(pause);
    }
  }
}

/**
 * Failures that another try may overcome, beside 429 and 5xx (decisions/devices): `GAIA_DA02`, the record is locked by
 * another request (https://cybozu.dev/ja/kintone/docs/rest-api/overview/error/); `GAIA_RE18`, the same as other clients
 * have met it; `GAIA_NO02`, the staff switched the app's maintenance mode on.
 */
const passingCodes = new Set(['GAIA_DA02', 'GAIA_RE18', 'GAIA_NO02']);
/** No token, or not a token of the app. */
const tokenRefusals = new Set(['CB_AU01', 'GAIA_IA02']);
/** App, rights or settings are not what the stage's settings say: token, right, app, space, field or option. */
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

const isTokenRefused = (error: unknown): boolean => hasCode(tokenRefusals, error);

/**
 * Whether another try may help: no response, too many requests, a failure of the service, a record lock, maintenance.
 * The client throws a plain error for a response that is not JSON, as proxies send it: `502: Bad Gateway`.
 */
function isPassing(error: unknown): boolean {
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
function requireJson<T>(response: T): T {
  if (typeof response === 'object' && response !== null) return response;
  throw new Error('200: a page instead of JSON; does the address lead to Kintone?');
}

/** A page that says neither yes nor no, as of a proxy or another site; those of 429 and 5xx pass by themselves. */
const isForeign = (error: unknown): boolean =>
  error instanceof Error && /^[2-4]\d\d: /.test(error.message) && !isPassing(error);

/** Unavailable for outages, {@link Misconfigured} for what people must correct, otherwise the error itself. */
function toRecordsError(error: unknown): unknown {
  if (hasCode(misconfiguredCodes, error) || isForeign(error)) return new Misconfigured(withoutRequest(error));
  return isPassing(error) ? new Unavailable('records', withoutRequest(error)) : error;
}

/** The cause without the request that axios keeps in it, because its headers hold the token. */
function withoutRequest(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { name });
}
