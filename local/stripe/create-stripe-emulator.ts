import type { LocalClock } from '../clock';
import type { Emulator, WireRequest, WireResponse } from '../wire';
import { EventDelivery, type Webhook } from './events/deliver-events';
import type { DeliveryMode } from './events/delivery-mode';
import { servePage } from './pages/serve-pages';
import { allRoutes } from './resources/all-routes';
import { Timeline } from './rules/timeline';
import { day } from './time/periods';
import { Account, type AccountSettings } from './state/account';
import { Store } from './state/store';
import { CallAnswerer } from './calls/answer-call';
import { corsHeaders, preflight } from './wire/cors';
import { errors, type StripeError } from './wire/errors';
import { keptFor } from './calls/idempotency';
import { RequestDays, type ReadAllocation } from './calls/read-allocation';
import { RequestCounter, type RequestLimits } from './calls/request-limits';
import { generalized, Router } from './calls/route';

export interface StripeEmulatorOptions {
  clock: LocalClock;
  /** The same clock, if Stripe's test clocks may move it; without it test clocks are refused. */
  testClock?: { advance(milliseconds: number): void };
  /** File of the whole state; without it the state is lost when the process ends (tests). */
  journalPath?: string;
  /** Default `sk_test_local`. */
  secretKey?: string;
  /** Default `pk_test_local`. */
  publishableKey?: string;
  /** Called before each delivery for the address and secret of the webhook. While it returns undefined, events wait. */
  webhook?: () => Webhook | undefined;
  /**
   * The address at which browsers reach this emulator, without a trailing slash. Default: the host of the last request.
   */
  publicUrl?: () => string;
  /** A lasting address for the pages of invoices, without a trailing slash. Default: `publicUrl`. */
  pagesUrl?: () => string;
  /** The settings of an account in Stripe's dashboard; see README.md for the defaults. */
  settings?: Partial<AccountSettings>;
  /** Real time in milliseconds, for the limits of requests. Default: performance.now. */
  realTime?: () => number;
}

/** What the real service does, and this emulator only if it is asked to. */
export interface Strictness {
  /** Requests above these are refused with 429; undefined: none is. */
  requests?: RequestLimits | undefined;
  /** How events reach the webhook; undefined: at once, in order, once. */
  events?: DeliveryMode | undefined;
}

export type StripeEmulator = Emulator & {
  /** Carries out everything due by the clock, in order of time, each thing at its own moment. */
  tick(): Promise<void>;
  /** Sends due events to the webhook; resolves when each was attempted. */
  deliverEvents(): Promise<void>;
  /** Can be set at any time; a reset ends it. */
  strictness: Strictness;
  /** What was served of the last 30 days, and what Stripe allows; counted from this start or the last reset. */
  readAllocation(): ReadAllocation;
  /** A customer's next declined charge is not tried again; the subscription becomes unpaid. Until a restart. */
  giveUpPaymentsOf(customerId: string): void;
  /** Events that happen during the work are never delivered, as if the webhook were added after it. */
  withoutWebhook<T>(work: () => Promise<T>): Promise<T>;
};

const defaults: AccountSettings = {
  retryAfterDays: [3, 5, 7],
  afterRetries: 'past_due',
  accountName: 'Revonizer',
  taxRounding: 'line',
};

const jsonError = ({ status, body, headers }: StripeError): WireResponse => ({
  status,
  headers: { ...corsHeaders, 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ error: body }),
});

/** Removes keys and events that Stripe would no longer return; `now` in unix seconds. */
async function forgetOld(store: Store, now: number): Promise<void> {
  for (const { id, created } of store.all('idempotency')) if (created + keptFor <= now) store.drop('idempotency', id);
  for (const { id, created } of store.all('events'))
    if (created + 30 * day < now && !store.get('deliveries', id)) store.drop('events', id);
  await store.commit();
}

/** Stripe on this machine: stateful, moved by the clock, kept in a journal. README.md lists what it supports. */
export async function createStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { clock } = options;
  const store = await Store.open(options.journalPath);
  // A test clock stands still between its moves, also where the machine's clock runs.
  const seconds = (): number => store.all('testClocks')[0]?.frozen_time ?? Math.floor(clock.now() / 1000);
  await forgetOld(store, seconds());

  let host = '127.0.0.1';
  let hasWebhook = true;
  const webhook = () => (hasWebhook ? options.webhook?.() : undefined);
  const account = new Account(
    store,
    { ...defaults, ...options.settings },
    {
      publicUrl: options.publicUrl ?? (() => `http://${host}`),
      ...(options.pagesUrl && { pagesUrl: options.pagesUrl }),
      webhookUrl: () => webhook()?.url,
    },
    options.testClock && ((milliseconds) => options.testClock?.advance(milliseconds)),
  );
  const router = new Router(allRoutes);
  const keys = {
    secretKey: options.secretKey ?? 'sk_test_local',
    publishableKey: options.publishableKey ?? 'pk_test_local',
  };
  const calls = new CallAnswerer(account, router, keys);
  const requests = new RequestCounter(options.realTime ?? (() => performance.now()));
  let served = new RequestDays();
  let strictness: Strictness = {};
  const timeline = new Timeline(account, store, seconds);
  const delivery = new EventDelivery(store, clock, webhook, () => strictness.events ?? {});

  const deliverSoon = (): void => {
    delivery.run().catch((error: unknown) => process.stderr.write(`Stripe emulator: ${String(error)}\n`));
  };

  const operationOf = ({ method, url }: WireRequest): string => {
    const path = url.split('?', 1)[0] ?? '/';
    if (path.startsWith('/3ds/')) return `${method} /3ds/{authentication}`;
    if (path.startsWith('/i/')) return `${method} /i/{invoice}${path.endsWith('/pdf') ? '/pdf' : ''}`;
    return router.match(method, path)?.route.operation ?? generalized(method, path);
  };

  /** The refusal of an API request that is one too many. It comes before idempotency, so no key keeps it. */
  const oneTooMany = (request: WireRequest): WireResponse | undefined => {
    if (!strictness.requests || !request.url.startsWith('/v1/')) return undefined;
    const reason = requests.take(operationOf(request), strictness.requests);
    return reason && jsonError(errors.rateLimited(reason));
  };

  const respond = async (request: WireRequest): Promise<WireResponse> => {
    if (request.method === 'OPTIONS') return preflight(request.headers['access-control-request-headers']);
    const refusal = oneTooMany(request);
    if (refusal) return refusal;
    host = request.headers['host'] ?? host;
    const [path = '/', query = ''] = request.url.split('?', 2);
    await timeline.catchUp();
    account.now = seconds();
    if (path.startsWith('/v1/')) served.count(request.method, account.now);
    const page = servePage(account, request, path);
    if (page) await store.commit();
    const response = page ?? (await calls.answer(request, path, query));
    deliverSoon();
    return response;
  };

  return {
    respond,
    operationOf,
    get strictness() {
      return strictness;
    },
    set strictness(wanted) {
      strictness = wanted;
    },
    async withoutWebhook(work) {
      hasWebhook = false;
      try {
        return await work();
      } finally {
        hasWebhook = true;
      }
    },
    readAllocation() {
      const paid = store.all('charges').filter((one) => one.paid);
      return served.allocation(
        paid.map(({ created }) => created),
        seconds(),
      );
    },
    giveUpPaymentsOf: (customerId) => void account.givenUp.add(customerId),
    // Stripe's documentation, "Rate limits" and "Errors".
    fault: (kind) => jsonError(kind === 'throttled' ? errors.rateLimited() : errors.failed()),
    async tick() {
      await timeline.catchUp();
      deliverSoon();
    },
    async deliverEvents() {
      await timeline.catchUp();
      await delivery.run();
    },
    async reset() {
      await delivery.idle();
      strictness = {};
      served = new RequestDays();
      await store.clear();
    },
    async close() {
      await delivery.idle();
      await store.close();
    },
  };
}
