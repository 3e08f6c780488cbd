import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { requireEnv, optionalEnv } from '#functions/platform/environment';
import { readSecret } from '#functions/platform/secrets';
import pLimit from 'p-limit';
import StripeSdk, { type Stripe } from 'stripe';
import { callBudget } from '#shared/constants';
import { Unavailable } from '#functions/platform/unavailable';
import { clock } from '#functions/platform/clock';
import type { stripeResources } from '#shared/stripe-resources';
import { isRateLimited, isKeyRefused, toCallError } from './errors';

const keysSchema = z.object({
  secretKey: z.string().check(z.minLength(1, 'secretKey is empty: put the Stripe keys into the secret')),
  webhookSecret: z.string().check(z.minLength(1, 'webhookSecret is empty: put the Stripe keys into the secret')),
});
export type StripeKeys = z.output<typeof keysSchema>;

/** A key that Stripe refused may have been rotated, so a reading older than a minute is repeated. Milliseconds. */
export const refusedKeyAge = 60 * 1000;

/** Stripe's keys of this stage. `maxAge` in milliseconds, if the caller has reason to doubt the cached ones. */
export async function stripeKeys(maxAge?: number): Promise<StripeKeys> {
  return keysSchema.parse(await readSecret(requireEnv('STRIPE_SECRET_ARN'), maxAge));
}

/** The longest wait for one request (milliseconds); the SDK's own 80 s exceed the gateway's limit. */
const longestTimeout = 8_000;
/** Parts of a call's budget, in milliseconds: reserved for reading the outcome of a charge, and the minimum for one. */
const afterCharge = 2_500;
const leastForCharge = 5_000;
/** Longest pause of the SDK before its one retry, in milliseconds. */
const retryPause = 500;
/** Pauses before a rate-limited request is sent again, in milliseconds, each up to a half longer. */
const pauses = [300, 600, 1_200];
/** Concurrent requests of one container. Stripe's limits are per second and account (docs.stripe.com/rate-limits). */
const mostInFlight = 20;
const limit = pLimit(mostInFlight);

function server(): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const base = optionalEnv('STRIPE_API_BASE');
  if (!base) return {};
  const { protocol, hostname, port } = new URL(base);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

let cached: { secretKey: string; stripe: Stripe } | undefined;

/** One client for a container and key, so that connections are kept, of the API version of the SDK's types. */
async function clientFor(maxAge?: number): Promise<Stripe> {
  const { secretKey } = await stripeKeys(maxAge);
  if (cached?.secretKey !== secretKey)
    cached = { secretKey, stripe: new StripeSdk(secretKey, { maxNetworkRetries: 1, telemetry: false, ...server() }) };
  return cached.stripe;
}

export interface RequestBudget {
  /** Unix milliseconds by which there must be a response or an error. Default: the whole budget from now. */
  until?: number | undefined;
}

export interface WriteOptions extends RequestBudget {
  idempotencyKey: string;
}

type Request<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>;

const usedUp = (): Unavailable => new Unavailable('stripe', new Error('The time for this call is used up'));

interface Asked<T> {
  request: Request<T>;
  /** Unix milliseconds. */
  until: number;
  idempotencyKey: string | undefined;
  charges: boolean;
}

/** The SDK's options for one request, by the remaining time; throws if there is none left. */
function optionsFor({ until, idempotencyKey, charges }: Asked<unknown>): Stripe.RequestOptions {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  if (charges) {
    const timeout = until - clock.now() - afterCharge;
    if (timeout < leastForCharge) throw usedUp();
    return { ...key, timeout, maxNetworkRetries: 0 };
  }
  const left = until - clock.now() - retryPause;
  if (left <= 0) throw usedUp();
  return { ...key, timeout: Math.max(250, Math.min(longestTimeout, Math.floor(left / 2))) };
}

/** The running pause of this container; a request that came later would otherwise take the place of a refused one. */
let pausing: Promise<void> | undefined;

/** Pauses all requests of this container, unless they pause already. */
function pauseAll(milliseconds: number): Promise<void> {
  pausing ??= clock.wait(milliseconds).finally(() => (pausing = undefined));
  return pausing;
}

/** Sends a request; a rate-limited one again after pauses, because Stripe did not carry it out. */
async function send<T>(stripe: Stripe, asked: Asked<T>): Promise<T> {
  for (const pause of pauses) {
    if (pausing) await pausing;
    try {
      return await asked.request(stripe, optionsFor(asked));
    } catch (error) {
      if (!isRateLimited(error) || clock.now() + 2 * pause > asked.until) throw error;
      await pauseAll(randomInt(pause, pause * 1.5));
    }
  }
  if (pausing) await pausing;
  return asked.request(stripe, optionsFor(asked));
}

/** Sends a request in its turn; with the key read again if Stripe refuses the known one. */
async function sendInTurn<T>(asked: Asked<T>): Promise<T> {
  try {
    return await limit(send<T>, await clientFor(), asked).catch(async (error: unknown) => {
      if (!isKeyRefused(error)) throw error;
      return limit(send<T>, await clientFor(refusedKeyAge), asked);
    });
  } catch (error) {
    throw toCallError(error, asked.charges);
  }
}

type Paged = Promise<unknown> & Pick<Stripe.ApiListPromise<unknown>, 'autoPagingToArray'>;

/** A response, or all pages of a list if these are asked for at once. */
function responseOf(ask: (finish: (response: Paged) => Promise<unknown>) => Promise<unknown>): Paged {
  let pages: Promise<unknown[]> | undefined;
  const first = Promise.resolve().then(() => (pages ? undefined : ask((response) => response)));
  return Object.assign(first, {
    autoPagingToArray: (options: { limit: number }) =>
      (pages = ask((list) => list.autoPagingToArray(options)) as Promise<unknown[]>),
  });
}

type StripeClient = Pick<Stripe, (typeof stripeResources)[number]>;

const clientBy = (ask: <T>(request: Request<T>) => Promise<T>): StripeClient => {
  const call = (resource: string, method: string, [id, ...values]: unknown[]): Paged =>
    responseOf((finish) =>
      ask((client, options) => {
        const methods = client[resource as 'invoices'] as unknown as Record<string, (...values: unknown[]) => Paged>;
        // Most take an id and parameters, others parameters alone; the SDK's options come last.
        const own = typeof id === 'string' ? [id, values[0]] : [id];
        const given = values[own.length - 1] as Stripe.RequestOptions | undefined;
        return finish(
          (methods[method] as (...all: unknown[]) => Paged).call(methods, ...own, { ...options, ...given }),
        );
      }),
    );
  const methodsOf = (resource: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, method: string) =>
          (...values: unknown[]) =>
            call(resource, method, values),
      },
    );
  return new Proxy({}, { get: (_target, resource: string) => methodsOf(resource) }) as StripeClient;
};

const withinBudget =
  (charges: boolean) =>
  ({ until, idempotencyKey }: Partial<WriteOptions> = {}): StripeClient =>
    clientBy((request) => sendInTurn({ request, until: until ?? clock.now() + callBudget, idempotencyKey, charges }));

/**
 * Stripe's client for requests within a time budget, each with one retry by the SDK under the same idempotency key, at
 * most 20 at a time. If Stripe refuses the key, it is read again once, so that a rotated key takes over. Its methods
 * take an id and parameters, or parameters alone. Errors: see toCallError.
 */
export const stripe = withinBudget(false);

/**
 * Stripe's client for a request that charges a card: once, with all the remaining time, because a retry would meet the
 * first request while the bank still works on it. Without a result, the Unavailable says so (`undecided`), and a repeat
 * under the same idempotency key finds out (decisions/stripe).
 */
export const charging: (options: WriteOptions) => StripeClient = withinBudget(true);

/** The id of an object that may be expanded; undefined if there is none. */
export const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'object' ? named?.id : named;
