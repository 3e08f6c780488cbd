import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors';
import type { Cost } from '../model/limits';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: `public` anyone; `user` a signed-in user; `admin` a signed-in member of the admin group;
 * `webhook` an outside service that signs its body (no cookie, no origin, raw body).
 */
type Access = 'public' | 'user' | 'admin' | 'webhook';

/** The kinds of resources that a call may name and that must belong to its caller. */
export type OwnedKind = 'shop' | 'subscription' | 'subscriptionItem' | 'device' | 'repair' | 'movement';

/**
 * A resource that must be the caller's, and its place in the request (`params.customerId`, `body.customerId`). It is
 * checked before the handler runs: another owner's id is refused exactly like an id that does not exist.
 */
export interface Ownership {
  kind: OwnedKind;
  at: `${'params' | 'query' | 'body'}.${string}`;
  /** The request may leave it out; if it names one, that is checked. */
  optional?: true;
}

/**
 * One documented call as plain data. The cloud's route and function, the checks before and after the handler, the
 * browser's typed client, the authorization tests and the OpenAPI document all derive from it.
 */
export interface Call {
  /** Verb and noun in kebab-case; also the function's name. */
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** Path as API Gateway writes it: `/api/stores/{id}/devices`. */
  readonly path: string;
  readonly access: Access;
  readonly owns?: readonly Ownership[];
  /**
   * Only within 30 minutes of the last proof of the password (sign-in or POST /api/confirm-password). Later it is
   * refused with RECENT_AUTHENTICATION_REQUIRED before the request is checked.
   */
  readonly recentAuthentication?: true;
  /**
   * `refused`: an impersonating administrator may not make it; IMPERSONATION_FORBIDDEN before the request is checked.
   */
  readonly impersonation?: 'refused';
  /** Accepts an `Idempotency-Key` header: a repeated request has the effect of one. */
  readonly idempotent?: true;
  /**
   * What the call uses at most of what costs money or is shared (shared/model/limits.ts): requests of Stripe, messages,
   * attempts. It is counted before the call runs, and refused with TOO_MANY_ATTEMPTS beyond the limits. Left out: one
   * change for a call that is no GET, nothing for any other (`costOf`).
   */
  readonly cost?: Cost;
  /**
   * The names of the reading calls whose responses it makes out of date; the page then forgets them or reads them
   * again. Every call of the page that is no pure read says so; `[]` if no read shows what it does.
   */
  readonly changes?: readonly string[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The body of the response with 200; undeclared fields do not leave the server. */
  readonly response: z.ZodMiniType;
  /** Codes special to this call, in addition to those that follow from the rest of the entry (`errorsOf`). */
  readonly errors?: readonly ErrorCode[];
  /**
   * By default a call reads, of the caller's shops, only those that belong to what it names (`owns`), however many the
   * caller has (decisions/platform). `ownership`: the query that authenticates the caller also reads the ownership
   * records of all their shops.
   */
  readonly reads?: 'ownership';
  /** The response is a page of a list; the rest follows with `query.after`. */
  readonly pages?: Pages;
}

/**
 * How a list comes in pages, so that each has a bounded size and cost: ordered by a key, except within a page. A page
 * with fewer entries than it may have is the last one.
 */
export interface Pages {
  /** The key of an entry, by its path in it; the greatest of a page is `after` of the next request. */
  readonly key: 'id' | 'customer.id';
  /** The path of the number by which the whole list is shown in order; without it, as it comes. */
  readonly order?: 'customer.created';
  /** The most entries of the first page, which the user waits for, and of each later one. */
  readonly first: number;
  readonly later: number;
}

/** What a sender needs of an entry, without its schemas; `entry` exists for the types alone. */
export type RouteOf<C extends Call> = Pick<Call, 'name' | 'method' | 'path' | 'changes'> & { readonly entry?: C };

type Unrouted = Omit<Call, 'name' | 'method' | 'path'>;

/** `params.id`, `body.customerId`: each place in a call's schemas that can name a resource. */
type PlacesOf<C extends Unrouted> =
  | NamesIn<'params', C['params']>
  | NamesIn<'query', C['query']>
  | NamesIn<'body', C['body']>;
type NamesIn<Part extends string, Schema> = Schema extends z.ZodMiniType
  ? `${Part}.${keyof NonNullable<z.input<Schema>> & string}`
  : never;

/** Does not compile if an entry names a resource at a place that its schemas do not have. */
type OwnsWhatItTakes<C extends Unrouted> = C extends { readonly owns: readonly { readonly at: infer At }[] }
  ? [At] extends [PlacesOf<C>]
    ? unknown
    : { readonly owns: readonly { readonly at: PlacesOf<C> }[] }
  : unknown;

/** Keeps the literal types of an entry while checking its shape. Name and route come first, or are of another one. */
export function defineCall<const C extends Call>(call: C & OwnsWhatItTakes<C>): C;
export function defineCall<
  const Name extends string,
  const M extends Method,
  const Path extends `/api/${string}`,
  const C extends Unrouted,
>(name: Name, route: `${M} ${Path}`, rest: C & OwnsWhatItTakes<C>): { name: Name; method: M; path: Path } & C;
// @__NO_SIDE_EFFECTS__
export function defineCall(nameOrCall: string | object, route = '', rest: object = {}): object {
  if (typeof nameOrCall === 'object') return nameOrCall;
  const [method, path] = route.split(' ');
  return { name: nameOrCall, method, path, ...rest };
}

type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Raw<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

export type ParamsOf<C extends Call> = Parsed<C['params']>;
export type QueryOf<C extends Call> = Parsed<C['query']>;
export type BodyOf<C extends Call> = Parsed<C['body']>;
export type ResponseOf<C extends Call> = z.output<C['response']>;

export type RequestOf<C extends Call> = (C['params'] extends z.ZodMiniType
  ? { params: Raw<C['params']> }
  : { params?: undefined }) &
  (C['query'] extends z.ZodMiniType
    ? object extends Raw<C['query']>
      ? { query?: Raw<C['query']> }
      : { query: Raw<C['query']> }
    : { query?: undefined }) &
  (C['body'] extends z.ZodMiniType ? { body: Raw<C['body']> } : { body?: undefined });

export const commonErrors: readonly ErrorCode[] = [
  'INVALID_JSON',
  'INVALID_INPUT',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'ORIGIN_NOT_ALLOWED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
];

/** The refusal of an id that is not the caller's, by the kind of resource. */
export const notFoundCodes = {
  shop: 'SHOP_NOT_FOUND',
  subscription: 'SUBSCRIPTION_NOT_FOUND',
  subscriptionItem: 'SUBSCRIPTION_NOT_FOUND',
  device: 'DEVICE_NOT_FOUND',
  repair: 'REPAIR_NOT_FOUND',
  movement: 'MOVEMENT_NOT_FOUND',
} as const satisfies Record<OwnedKind, ErrorCode>;

/**
 * What a call costs: what its entry says; otherwise a change, if it is one. Reads of our own tables cost nothing: the
 * firewall's limit of an address allows seven a second, some 0.00001 US dollars.
 */
export const costOf = ({ access, method, cost }: Call): Cost =>
  cost ?? (access === 'webhook' || method === 'GET' ? {} : { change: 1 });

/**
 * Every code that a call may be refused with, each once: the common ones, those that follow from its access, its owned
 * resources and idempotency, and those that its entry lists.
 */
export function errorsOf(call: Call): readonly ErrorCode[] {
  const signedIn = call.access === 'user' || call.access === 'admin';
  return [
    ...new Set<ErrorCode>([
      ...commonErrors,
      ...(Object.keys(costOf(call)).length > 0 ? (['TOO_MANY_ATTEMPTS'] as const) : []),
      ...(signedIn ? (['NOT_SIGNED_IN'] as const) : []),
      ...(call.access === 'admin' ? (['ADMIN_ONLY'] as const) : []),
      ...(call.recentAuthentication ? (['RECENT_AUTHENTICATION_REQUIRED'] as const) : []),
      ...(call.impersonation === 'refused' ? (['IMPERSONATION_FORBIDDEN'] as const) : []),
      ...(call.owns ?? []).map(({ kind }) => notFoundCodes[kind]),
      ...(call.idempotent ? (['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...(call.errors ?? []),
    ]),
  ];
}
