import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { MiddlewareObj } from '@middy/core';
import type { CallError } from '#shared/errors';
import type { IdempotencyIdentity } from '../../domain/idempotency/identify';
import type { Caller } from '../../domain/caller';
import type { Administrator } from '../../domain/impersonation/administrator';

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
}

export type Middleware = MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  State
>;
