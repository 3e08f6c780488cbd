import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: `public` anyone; `user` a signed-in user; `admin` a signed-in member of the admin group;
 * `webhook` an outside service that signs its body (no cookie, no origin, raw body).
 */
export type Access = 'public' | 'user' | 'admin' | 'webhook';

/**
 * What of the caller's own a call touches, and where the request names it (`params.customerId`, `body.customerId`).
 * It is checked before the handler runs: another owner's id answers exactly like an id that does not exist.
 */
export interface Ownership {
  kind: 'shop' | 'subscription' | 'subscriptionItem' | 'device' | 'repair';
  at: `${'params' | 'query' | 'body'}.${string}`;
  /** The request may leave it out; whatever it names is checked. */
  optional?: true;
}

/**
 * One documented call as plain data. From it come the route and function in the cloud, the checks before and after the
 * handler, the typed client in the browser, the authorization tests and the OpenAPI document.
 */
export interface Call {
  /** Verb and noun in kebab-case; also the handler's file name and the function's name. */
  readonly name: string;
  readonly noun: 'auth' | 'account' | 'security' | 'shop' | 'billing' | 'device' | 'repair' | 'admin' | 'platform';
  readonly summary: string;
  readonly method: Method;
  /** Path as API Gateway writes it: `/api/stores/{id}/devices`. */
  readonly path: string;
  readonly access: Access;
  readonly owns?: readonly Ownership[];
  /**
   * `fresh`: only within 30 minutes of the last proof of the password (sign-in or POST /api/confirm-password); later
   * it answers RECENT_AUTHENTICATION_REQUIRED before the request is looked at.
   */
  readonly recentAuthentication?: true;
  /**
   * `refused`: not for an administrator who acts for the user; answers IMPERSONATION_FORBIDDEN before the request is looked
   * at.
   */
  readonly impersonation?: 'refused';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The body of the 200 answer; undeclared fields do not leave the server. */
  readonly response: z.ZodMiniType;
  /** Codes this call may answer with beside those every call may (see {@link commonErrors}). */
  readonly errors: readonly ErrorCode[];
  /** How far the handler may read the caller's partition in the query that authenticates it. */
  readonly reads?: 'ownership' | 'snapshots';
}

/** What any call may answer with, whatever it does. */
export const commonErrors = [
  'INVALID_JSON',
  'INVALID_INPUT',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'ORIGIN_NOT_ALLOWED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];

/** Keeps the literal types of an entry while checking its shape. */
export const defineCall = <const C extends Call>(call: C): C => call;

type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Raw<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

/** What a handler gets: parsed values. */
export type ParamsOf<C extends Call> = Parsed<C['params']>;
export type QueryOf<C extends Call> = Parsed<C['query']>;
export type BodyOf<C extends Call> = Parsed<C['body']>;
export type ResponseOf<C extends Call> = z.output<C['response']>;

/** What a caller sends. */
export type RequestOf<C extends Call> = (C['params'] extends z.ZodMiniType
  ? { params: Raw<C['params']> }
  : { params?: undefined }) &
  (C['query'] extends z.ZodMiniType ? { query: Raw<C['query']> } : { query?: undefined }) &
  (C['body'] extends z.ZodMiniType ? { body: Raw<C['body']> } : { body?: undefined });
