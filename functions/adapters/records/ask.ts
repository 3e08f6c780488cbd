import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { withinCall } from '#shared/limits';
import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { Unavailable } from '../../runtime/unavailable';
import { clock } from '../clock';
import { readSecret } from '../secrets/secrets';
import { isPassing, isTokenRefused, toRecordsError } from './failure';

const secretSchema = z.object({ apiToken: z.string().check(z.minLength(1)) });

/** The longest wait for one request, in milliseconds. Kintone usually responds in less than a second. */
const longestTimeout = 5_000;
/** Time for all requests of a call together, with the retries, in milliseconds. */
const callBudget = withinCall(5_000);
/** Tries of one request, and the pause before the second one, in milliseconds; each later pause is twice as long. */
const tries = 3;
const firstPause = 300;

export interface AskOptions {
  /** Unix milliseconds by which there must be a response or an error. @default {@link callBudget} from now */
  until?: number | undefined;
}

/**
 * The time limit of a client is fixed when it is made, so each request gets its own. It is light: Node keeps the
 * connections.
 */
async function clientFor(timeout: number, maxAge?: number): Promise<KintoneRestAPIClient> {
  const { apiToken } = secretSchema.parse(await readSecret(requireEnv('KINTONE_SECRET_ARN'), maxAge));
  return new KintoneRestAPIClient({
    baseUrl: requireEnv('KINTONE_BASE_URL'),
    auth: { apiToken: apiToken.split(',') },
    socketTimeout: timeout,
  });
}

/**
 * Makes one request to the record system within a time budget. Failures that may pass (no response, 429, 5xx, a record
 * lock) are tried three times, so use it only for requests that may be done twice: reads, upserts by a unique field,
 * updates by revision. If the token is refused, it is read again once, so that a rotated one takes over.
 * @throws Unavailable for outages; KintoneRestAPIError if Kintone refuses the content
 */
export async function askRecords<T>(
  ask: (client: KintoneRestAPIClient) => Promise<T>,
  { until = clock.now() + callBudget }: AskOptions = {},
): Promise<T> {
  let maxAge: number | undefined;
  for (let attempt = 1, pause = firstPause; ; attempt += 1, pause *= 2) {
    const left = until - clock.now();
    if (left <= 0) throw new Unavailable('records', new Error('The time for this call is used up'));
    try {
      return await ask(await clientFor(Math.min(longestTimeout, left), maxAge));
    } catch (error) {
      const doubted = isTokenRefused(error) && maxAge === undefined;
      if (doubted) maxAge = 0;
      const again = doubted || (isPassing(error) && attempt < tries && clock.now() + pause < until);
      if (!again) throw toRecordsError(error);
      if (!doubted) await clock.wait(pause * (0.5 + Math.random() / 2));
    }
  }
}
