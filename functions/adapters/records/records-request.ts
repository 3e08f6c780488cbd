import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { appWith, type FieldCodes, recordSettingsSchema } from '#shared/model/record-settings';
import type { RecordAppKey } from '#shared/model/record-system';
import { withinCall } from '#shared/limits';
import { connectionOf, recordSecretSchema } from '#shared/model/record-connection';
import { optionalEnv, requireEnv } from '../../runtime/environment';
import { Unavailable } from '../../runtime/unavailable';
import { clock } from '../clock';
import { readSecret } from '../secrets/secrets';
import { isPassing, isTokenRefused, requireJson, toRecordsError } from './failure';

/** A record as Kintone sends it: fields by their codes. */
export type KintoneRecord = Record<string, { value: unknown } | undefined>;

export interface RecordAppAt<K extends RecordAppKey> {
  /** Kintone's number of the app. */
  id: string;
  /** Field codes by the names of shared/model/record-system.ts. */
  codes: FieldCodes<K>;
}

/** The address of an app: that of its domain, its guest space and its number. */
export const sourceOf = (key: RecordAppKey): string =>
  [requireEnv('KINTONE_BASE_URL'), optionalEnv('KINTONE_GUEST_SPACE'), appOf(key).id].filter(Boolean).join('/');

/** The id of an app in the record system, and the codes of its fields. */
export function appOf<K extends RecordAppKey>(key: K): RecordAppAt<K> {
  return appWith(key, recordSettingsSchema.parse(JSON.parse(optionalEnv('RECORD_APPS') ?? '{}')));
}

/** The longest wait for one request of a call, in milliseconds. Kintone usually responds in less than a second. */
const callPatience = 5_000;
/** Time for all requests of a call together, with the retries, in milliseconds. */
const callBudget = withinCall(5_000);
/** Attempts of one request, and the pause before the second one, in milliseconds; each later pause is twice as long. */
const attempts = 3;
const firstPause = 300;

export interface RecordsOptions {
  /** Unix milliseconds by which there must be a response or an error. @default {@link callBudget} from now */
  until?: number | undefined;
  /** The longest wait for one request, in milliseconds. @default 5 s, because a user waits */
  patience?: number | undefined;
}

/** The options of one request of a scheduled job, which no user waits for. */
export const jobBudget = (): Required<RecordsOptions> => ({ until: clock.now() + 30_000, patience: 15_000 });

/**
 * The time limit of a client is fixed when it is made, so each request gets its own. It is light: Node keeps the
 * connections.
 */
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
  { until = clock.now() + callBudget, patience = callPatience }: RecordsOptions = {},
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
