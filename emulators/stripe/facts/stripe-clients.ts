import StripeSdk, { type Stripe } from 'stripe';
import type { Environment } from '../../platform/facts';

export interface StripeClients {
  /** Waits for its turn where the account has no room for a request. */
  stripe: Stripe;
  /** The same, but such a request fails at once. */
  withoutWaiting: Stripe;
  /** What is asked, for people. */
  target: string;
}

/** Seconds that one request waits for its turn, within the client's own limit of 80. */
const patience = 40;

/**
 * Sends a request again that the account had no room for: it was not carried out (docs.stripe.com/rate-limits). A limit
 * of one object (`resource-specific`) lasts longer and is what some facts are about.
 */
const patientFetch: typeof fetch = async (input, init) => {
  for (let waited = 0; ; waited += 1) {
    const response = await fetch(input, init);
    const reason = response.headers.get('stripe-rate-limited-reason') ?? '';
    if (response.status !== 429 || !/-(rate|concurrency)$/.test(reason) || waited >= patience) return response;
    await new Promise((resolve) => void setTimeout(resolve, 1000));
  }
};

/**
 * The clients for the environment: STRIPE_SECRET_KEY of a sandbox, STRIPE_API_BASE for another Stripe-compatible
 * server. Throws before any request if there is no key, or if it is a live one.
 */
export function clientsFrom(environment: Environment): StripeClients {
  const key = environment['STRIPE_SECRET_KEY'] ?? '';
  const base = environment['STRIPE_API_BASE'];
  if (!/^(sk|rk)_test_/.test(key))
    throw new Error(
      key.includes('_live_')
        ? 'STRIPE_SECRET_KEY is a live key. Facts are proved in a sandbox only: set its sk_test_… key.'
        : 'Set STRIPE_SECRET_KEY to the sk_test_… key of a Stripe sandbox (and STRIPE_API_BASE for another server).',
    );
  const server = base === undefined ? undefined : new URL(base);
  const protocol = server?.protocol === 'http:' ? ('http' as const) : ('https' as const);
  const options: Stripe.StripeConfig = {
    telemetry: false,
    ...(server && { host: server.hostname, port: server.port || (protocol === 'http' ? 80 : 443), protocol }),
  };
  return {
    stripe: new StripeSdk(key, {
      ...options,
      maxNetworkRetries: 2,
      httpClient: StripeSdk.createFetchHttpClient(patientFetch),
    }),
    withoutWaiting: new StripeSdk(key, { ...options, maxNetworkRetries: 0 }),
    target: base ?? 'api.stripe.com',
  };
}
