import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from '#shared/contract/call';
import { CallError, type ErrorCode } from '#shared/errors';
import type { Caller, Origin } from '../domain/caller';
import type { Administrator } from '../domain/impersonation/administrator';
import type { IdempotencyIdentity } from '../domain/idempotency/identify';

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
  from: Origin;
  requestId: string;
  /** Header names in lower case, as API Gateway v2 gives them. */
  headers: APIGatewayProxyEventV2['headers'];
  cookies: readonly string[];
  /** The body as it arrived, for checking signatures. */
  rawBody: string;
}

/** A response that also sets cookies. */
export class Reply<T> {
  constructor(
    readonly body: T,
    readonly cookies: readonly string[],
  ) {}
}

/** A refusal that also sets cookies: the second step of a sign-in is one. */
export class Refusal extends CallError {
  constructor(
    code: ErrorCode,
    readonly cookies: readonly string[],
    options: ConstructorParameters<typeof CallError>[1] = {},
  ) {
    super(code, options);
  }
}

export type Run<C extends Call> = (request: CallRequest<C>) => Promise<ResponseOf<C> | Reply<ResponseOf<C>>>;
