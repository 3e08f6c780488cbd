import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from '#shared/contract/call';
import { CallError, type ErrorCode } from '#shared/errors';
import { sessionCookie } from '#shared/constants';
import type { Caller, Viewer } from './caller';
import type { Administrator } from '#functions/impersonation/impersonations';
import type { Counted } from '#functions/limits/limits-table';
import { browserLifetime } from '#functions/sessions/sessions-table';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';

/** The input of a handler: parsed, authenticated and checked for ownership. */
export interface CallRequest<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Present for `user` and `admin` calls, which are refused without a session. */
  caller: C['access'] extends 'user' | 'admin' ? Caller : undefined;
  /** Present for `admin` calls: the caller as Cognito has them now. */
  administrator: C['access'] extends 'admin' ? Administrator : undefined;
  /** Present for idempotent calls: identifies a repeated request. */
  idempotency: C['idempotent'] extends true ? IdempotencyIdentity : undefined;
  from: Viewer;
  /** Header names in lower case, as API Gateway v2 gives them. */
  headers: APIGatewayProxyEventV2['headers'];
  cookies: readonly string[];
  /** The body as it arrived, for checking signatures. */
  rawBody: string;
}

export class Reply<T> {
  constructor(
    readonly body: T,
    readonly cookies: readonly string[],
  ) {}
}

/** A refusal that also sets cookies: the second step of a sign-in is one. */
export class RefusalWithCookies extends CallError {
  constructor(
    code: ErrorCode,
    readonly cookies: readonly string[],
    options: ConstructorParameters<typeof CallError>[1] = {},
  ) {
    super(code, options);
  }
}

export type Run<C extends Call> = (request: CallRequest<C>) => Promise<ResponseOf<C> | Reply<ResponseOf<C>>>;

/** The cookies of the portal. `__Host-`: Secure, host-only, path / (ASVS 5.0 3.3). */
export const cookieNames = {
  session: sessionCookie,
  challenge: '__Host-challenge',
  registration: '__Host-registration',
  browser: '__Host-browser',
} as const;
export type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

/** A Set-Cookie value that keeps `value` for `maxAge` seconds. */
export const setCookie = (name: CookieName, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`;

export const clearCookie = (name: CookieName): string => setCookie(name, '', 0);

/** The value of a cookie in an API Gateway v2 event's `cookies` list (`name=value` each). */
export function readCookie(cookies: readonly string[] | undefined, name: CookieName): string | undefined {
  const prefix = `${name}=`;
  return cookies?.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) || undefined;
}

/** Keeps the cookie by which a browser is known at its next sign-in; nothing if the browser was not remembered. */
export const setBrowserCookie = (value: string | undefined): string[] =>
  value === undefined ? [] : [setCookie(cookieNames.browser, value, browserLifetime)];

/** Who sent a request. CloudFront sends the network address in a header of its own (`address:port`). */
export function viewerOf(event: APIGatewayProxyEventV2): Viewer {
  const viewer = event.headers['cloudfront-viewer-address']?.replace(/:[0-9]+$/, '');
  return { address: viewer ?? event.requestContext.http.sourceIp, userAgent: event.headers['user-agent'] ?? '' };
}

/** No cache may keep private responses (ASVS 5.0 14.3); CloudFront adds the page's own headers. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** A response of API Gateway with a JSON body; `cookies` are Set-Cookie values. */
export const jsonResponse = (
  statusCode: number,
  body: unknown,
  cookies: readonly string[] = [],
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
  ...(cookies.length > 0 && { cookies: [...cookies] }),
});

/** The data that one middleware leaves for the next, in middy's `internal`. */
export interface State extends Record<string, unknown> {
  /** Unix milliseconds. */
  startedAt?: number;
  /** The refusal that the caller gets, once a step has refused or failed. */
  refusal?: CallError;
  rawBody?: string;
  json?: unknown;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  caller?: Caller;
  administrator?: Administrator;
  idempotency?: IdempotencyIdentity;
  /** What the call costs, as it was counted. */
  counted?: Counted[];
}

export type Middleware = MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  State
>;
