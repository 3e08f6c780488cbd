import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from '#shared/contract/call';
import { CallError, type ErrorCode } from '#shared/errors';
import type { Caller, Origin } from '../domain/caller';
import type { IdempotencyIdentity } from '../domain/idempotency/identify';

/** What a handler gets: parsed, authenticated and checked for ownership. */
export interface CallRequest<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** There for `user` and `admin` calls; the runtime refuses those without a session. */
  caller: C['access'] extends 'user' | 'admin' ? Caller : undefined;
  /** There for idempotent calls: by what a repeated request is recognized. */
  idempotency: C['idempotent'] extends true ? IdempotencyIdentity : undefined;
  from: Origin;
  requestId: string;
  /** Header names in lower case, as API Gateway v2 gives them. */
  headers: APIGatewayProxyEventV2['headers'];
  cookies: readonly string[];
  /** The body as it arrived, for signatures. */
  rawBody: string;
}

/** An answer that also sets cookies. */
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
