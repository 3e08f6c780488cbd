import { changeWithEvent } from './events/record-event';
import type { Emulator, LocalClock, WireRequest, WireResponse } from '../platform/index';
import { EventDelivery, type Webhook } from './events/deliver-events';
import type { DeliveryMode } from './events/delivery-mode';
import { servePage } from './pages/serve-pages';
import { allRoutes } from './resources/all-routes';
import { Timeline } from './rules/timeline';
import { day } from './time/periods';
import { Account, type AccountSettings } from './state/account';
import { Store } from './state/store';
import { CallResponder } from './calls/respond-to-call';
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
  /** @default 'sk_test_local' */
  secretKey?: string;
  /** @default 'pk_test_local' */
  publishableKey?: string;
  /** Called before each delivery for the address and secret of the webhook. While it returns undefined, events wait. */
  webhook?: () => Webhook | undefined;
  /** The address at which browsers reach this emulator, without a trailing slash. @default the last request's host */
  publicUrl?: () => string;
  /** A lasting address for the pages of invoices, without a trailing slash. @default publicUrl */
  pagesUrl?: () => string;
  /** The settings of an account in Stripe's dashboard; see README.md for the defaults. */
  settings?: Partial<AccountSettings>;
  /** Real time in milliseconds, for the limits of requests. @default performance.now */
  realTime?: () => number;
}

/** What the real service does, and this emulator only if it is asked to. */
export interface Strictness {
  /** Requests above these are refused with 429; undefined: none is. */
  requests?: RequestLimits | undefined;
  /** How events reach the webhook; undefined: at once, in order, once. */
  events?: DeliveryMode | undefined;
}

export interface StripeEmulator extends Emulator {
  /** Carries out everything due by the clock, in order of time, each thing at its own moment. */
  tick(): Promise<void>;
  /** Sends due events to the webhook; resolves when each was attempted. */
  deliverEvents(): Promise<void>;
  /** Lets a later reset leave the products, prices and tax rates as they are now. */
  keepCatalogue(): void;
  /** Can be set at any time; a reset ends it. */
  strictness: Strictness;
  /** What was served of the last 30 days, and what Stripe allows; counted from this start or the last reset. */
  readAllocation(): ReadAllocation;
  /** A customer's next declined charge is not tried again; the subscription becomes unpaid. Until a restart. */
  giveUpPaymentsOf(customerId: string): void;
  /** The card's network tells its new expiry (docs.stripe.com/payments/cards/overview#automatic-card-updates). */
  updateCard(paymentMethodId: string, expiry: { exp_month: number; exp_year: number }): Promise<void>;
}

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

class EmulatedStripe implements StripeEmulator {
  strictness: Strictness = {};
  readonly #account: Account;
  readonly #router = new Router(allRoutes);
  readonly #calls: CallResponder;
  readonly #requests: RequestCounter;
  readonly #timeline: Timeline;
  readonly #delivery: EventDelivery;
  #served = new RequestDays();
  /** The host of the last request. */
  #host = '127.0.0.1';

  constructor(
    private readonly store: Store,
    private readonly seconds: () => number,
    options: StripeEmulatorOptions,
  ) {
    const { testClock, publicUrl = () => `http://${this.#host}`, pagesUrl } = options;
    const webhook = () => options.webhook?.();
    this.#account = new Account(
      store,
      { ...defaults, ...options.settings },
      { publicUrl, ...(pagesUrl && { pagesUrl }), webhook },
      testClock && ((milliseconds) => testClock.advance(milliseconds)),
    );
    const { secretKey = 'sk_test_local', publishableKey = 'pk_test_local' } = options;
    this.#calls = new CallResponder(this.#account, this.#router, { secretKey, publishableKey });
    this.#requests = new RequestCounter(options.realTime ?? (() => performance.now()));
    this.#timeline = new Timeline(this.#account, store, seconds);
    this.#delivery = new EventDelivery(store, options.clock, webhook, () => this.strictness.events ?? {});
  }

  async respond(request: WireRequest): Promise<WireResponse> {
    if (request.method === 'OPTIONS') return preflight(request.headers['access-control-request-headers']);
    const refusal = this.#rateLimitRefusal(request);
    if (refusal) return refusal;
    this.#host = request.headers['host'] ?? this.#host;
    const [path = '/', query = ''] = request.url.split('?', 2);
    await this.#timeline.catchUp();
    this.#account.now = this.seconds();
    if (path.startsWith('/v1/')) this.#served.count(request.method, this.#account.now);
    const page = servePage(this.#account, request, path);
    if (page) await this.store.commit();
    const response = page ?? (await this.#calls.respond(request, path, query));
    this.#deliverSoon();
    return response;
  }

  operationOf({ method, url }: WireRequest): string {
    const path = url.split('?', 1)[0] ?? '/';
    if (path.startsWith('/3ds/')) return `${method} /3ds/{authentication}`;
    if (path.startsWith('/i/')) return `${method} /i/{invoice}${path.endsWith('/pdf') ? '/pdf' : ''}`;
    return this.#router.match(method, path)?.route.operation ?? generalized(method, path);
  }

  /** Stripe's documentation, "Rate limits" and "Errors". */
  fault(kind: 'throttled' | 'failed'): WireResponse {
    return jsonError(kind === 'throttled' ? errors.rateLimited() : errors.failed());
  }

  readAllocation(): ReadAllocation {
    const paid = this.store.all('charges').filter((one) => one.paid);
    return this.#served.allocation(
      paid.map(({ created }) => created),
      this.seconds(),
    );
  }

  giveUpPaymentsOf(customerId: string): void {
    this.#account.givenUp.add(customerId);
  }

  async updateCard(paymentMethodId: string, expiry: { exp_month: number; exp_year: number }): Promise<void> {
    this.#account.now = this.seconds();
    const { card } = this.#account.own('paymentMethods', paymentMethodId);
    changeWithEvent(this.#account, 'payment_method.automatically_updated', 'paymentMethods', paymentMethodId, {
      card: { ...card, ...expiry },
    });
    await this.store.commit();
    this.#deliverSoon();
  }

  async tick(): Promise<void> {
    await this.#timeline.catchUp();
    this.#deliverSoon();
  }

  async deliverEvents(): Promise<void> {
    await this.#timeline.catchUp();
    await this.#delivery.run();
  }

  keepCatalogue(): void {
    this.store.keep(['products', 'prices', 'taxRates']);
  }

  async reset(): Promise<void> {
    await this.#delivery.idle();
    this.strictness = {};
    this.#served = new RequestDays();
    await this.store.clear();
  }

  async close(): Promise<void> {
    await this.#delivery.idle();
    await this.store.close();
  }

  /** Set if an API request is one too many. It comes before idempotency, so no key keeps it. */
  #rateLimitRefusal(request: WireRequest): WireResponse | undefined {
    const { requests: limits } = this.strictness;
    if (!limits || !request.url.startsWith('/v1/')) return undefined;
    const reason = this.#requests.take(this.operationOf(request), limits);
    return reason && jsonError(errors.rateLimited(reason));
  }

  #deliverSoon(): void {
    this.#delivery.run().catch((error: unknown) => process.stderr.write(`Stripe emulator: ${String(error)}\n`));
  }
}

/** Stripe on this machine: stateful, moved by the clock, kept in a journal. README.md lists what it supports. */
export async function createStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const store = await Store.open(options.journalPath);
  // A test clock stands still between its moves, also where the machine's clock runs.
  const seconds = (): number => store.all('testClocks')[0]?.frozen_time ?? Math.floor(options.clock.now() / 1000);
  await forgetOld(store, seconds());
  return new EmulatedStripe(store, seconds, options);
}
