import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Call } from '#shared/contract/call';
import type { Owns } from '../domain/ownership/owns-resource';
import { jsonResponse } from './json-response';
import { checkOrigin } from './middleware/check-origin';
import { checkOwnership } from './middleware/check-ownership';
import { identifyRepeats } from './middleware/identify-repeats';
import { parseRequest } from './middleware/parse-request';
import { readBody } from './middleware/read-body';
import { refusals } from './middleware/refusals';
import { requestLog } from './middleware/request-log';
import type { Middleware, State } from './middleware/state';
import { originOf } from './origin';
import { Reply, type CallRequest, type Run } from './request';

export type CallHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda's context with the results of the middlewares. */
type CallContext = Context & { state: State };

/** Passes the middlewares' results to the handler, because middy gives a handler only the event and the context. */
const passState: Middleware = { before: ({ context, internal }) => void Object.assign(context, { state: internal }) };

/** The middlewares that differ between calls; the others are the same for every call. */
export interface Guards {
  /** After the body is read and before it is parsed: authenticates the caller. */
  first: Middleware[];
  /** After all other checks, before the handler. */
  last: Middleware[];
  /** Finds the caller's shop that a resource belongs to. */
  owns: Owns;
}

/**
 * Makes a Lambda handler of a documented call: origin, body, `guards.first`, schemas, ownership, `guards.last`, then
 * `run`, then the response against its schema. A step that refuses stops the rest; each middleware documents its check.
 */
export function handlerOf<const C extends Call>(call: C, guards: Guards, run: Run<C>): CallHandler {
  const chain = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, State>()
    .use([requestLog(call), refusals(call)])
    .use(call.access === 'webhook' ? [] : [checkOrigin])
    .use([
      readBody(call),
      ...guards.first,
      parseRequest(call),
      checkOwnership(call, guards.owns),
      identifyRepeats(call),
      ...guards.last,
      passState,
    ]);
  return chain.handler(async (event: APIGatewayProxyEventV2, context: Context) => {
    const { state } = context as CallContext;
    const request = {
      ...state,
      from: originOf(event),
      requestId: event.requestContext.requestId,
      headers: event.headers,
      cookies: event.cookies ?? [],
      rawBody: state.rawBody ?? '',
    };
    const result = await run(request as unknown as CallRequest<C>);
    const reply = result instanceof Reply ? result : new Reply(result, []);
    return jsonResponse(200, call.response.parse(reply.body), reply.cookies);
  });
}
