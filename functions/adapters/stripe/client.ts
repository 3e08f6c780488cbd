import StripeSdk, { type Stripe } from 'stripe';
import { CallError } from '#shared/errors';
import { optionalEnv } from '../../runtime/environment';
import { clock } from '../clock';
import { inTurn } from './in-flight';
import { doubted, stripeKeys } from './keys';
import { isKeyRefused, toCallError } from './to-call-error';

/**
 * One request waits this long at most (milliseconds), where its time budget allows it. The SDK's own 80 s outlast the
 * gateway.
 */
const longestTimeout = 8_000;
/** What all requests of a call together may take, with the retries: within the function's 15 s. Milliseconds. */
export const callBudget = 12_000;
/** Longest pause of the SDK before its one retry, in milliseconds. */
const retryPause = 500;

/** Another Stripe-compatible server where the stage names one. */
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

export interface AskOptions {
  /** Unix milliseconds after which there must be an answer or a refusal. */
  until?: number | undefined;
  idempotencyKey?: string;
}

export type Ask<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>;

/**
 * Makes a request of Stripe within a time budget, with one retry (the SDK's, under the same idempotency key), when no
 * more than 20 are in flight. A refused key is read again once, so that a rotated one takes over. Throws CallErrors
 * for outages and declined cards (see toCallError).
 */
export async function askStripe<T>(
  ask: Ask<T>,
  { until = clock.now() + callBudget, idempotencyKey }: AskOptions = {},
): Promise<T> {
  const attempt = async (maxAge?: number): Promise<T> => {
    const stripe = await clientFor(maxAge);
    return inTurn(async () => {
      const left = until - clock.now() - retryPause;
      if (left <= 0)
        throw new CallError('PAYMENTS_UNAVAILABLE', { cause: new Error('The time for this call is used up') });
      const timeout = Math.max(250, Math.min(longestTimeout, Math.floor(left / 2)));
      return ask(stripe, { timeout, ...(idempotencyKey !== undefined && { idempotencyKey }) });
    });
  };
  try {
    return await attempt().catch((error: unknown) => {
      if (isKeyRefused(error)) return attempt(doubted);
      throw error;
    });
  } catch (error) {
    throw toCallError(error);
  }
}
