import pLimit from 'p-limit';
import StripeSdk, { type Stripe } from 'stripe';
import { optionalEnv } from '../../runtime/environment';
import { Unavailable } from '../../runtime/unavailable';
import { clock } from '../clock';
import { doubted, stripeKeys } from './keys';
import { isKeyRefused, toCallError } from './to-call-error';

/**
 * The longest wait for one request (milliseconds), if its time budget allows it. The SDK's own 80 s are longer than the
 * gateway's limit.
 */
const longestTimeout = 8_000;
/** How long all requests of a call may take together, with their retries. Milliseconds. */
export const callBudget = 12_000;
/** Longest pause of the SDK before its one retry, in milliseconds. */
const retryPause = 500;
/** Requests of one container in flight: within Stripe's 25 a second of an endpoint (docs.stripe.com/rate-limits). */
const mostInFlight = 20;
const limit = pLimit(mostInFlight);

/** Another Stripe-compatible server, if the stage names one. */
function server(): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const base = optionalEnv('STRIPE_API_BASE');
  if (!base) return {};
  const { protocol, hostname, port } = new URL(base);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

let known: { secretKey: string; stripe: Stripe } | undefined;

/**
 * One client for a container and key, so that connections are kept. The API version is the one the SDK is typed for.
 */
async function clientFor(maxAge?: number): Promise<Stripe> {
  const { secretKey } = await stripeKeys(maxAge);
  if (known?.secretKey !== secretKey)
    known = { secretKey, stripe: new StripeSdk(secretKey, { maxNetworkRetries: 1, telemetry: false, ...server() }) };
  return known.stripe;
}

export interface RequestBudget {
  /** Unix milliseconds by which there must be a response or an error; the whole budget from now if left out. */
  until?: number | undefined;
}

export interface WriteOptions extends RequestBudget {
  idempotencyKey: string;
}

/**
 * Makes a request of Stripe within a time budget, with one retry by the SDK under the same idempotency key, when fewer
 * than 20 are in flight. A refused key is read again once, so that a rotated key takes over. Errors: see toCallError.
 */
export async function stripeRequest<T>(
  request: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>,
  { until = clock.now() + callBudget, idempotencyKey }: RequestBudget & Partial<WriteOptions> = {},
): Promise<T> {
  const attempt = async (stripe: Stripe): Promise<T> => {
    const left = until - clock.now() - retryPause;
    if (left <= 0) throw new Unavailable('stripe', new Error('The time for this call is used up'));
    const timeout = Math.max(250, Math.min(longestTimeout, Math.floor(left / 2)));
    return request(stripe, { timeout, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  };
  try {
    return await limit(attempt, await clientFor()).catch(async (error: unknown) => {
      if (!isKeyRefused(error)) throw error;
      return limit(attempt, await clientFor(doubted));
    });
  } catch (error) {
    throw toCallError(error);
  }
}
