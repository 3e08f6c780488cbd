import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Call } from '#shared/contract/call';
import type { Owns } from '../domain/ownership/owns-resource';
import { jsonAnswer } from './json-answer';
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

/** Lambda's context with what the middlewares found out. */
type CallContext = Context & { state: State };

/** Hands the middlewares' findings to the handler: middy gives a handler the event and the context only. */
const passState: Middleware = { before: ({ context, internal }) => void Object.assign(context, { state: internal }) };

/** What stands around the checks that every call has. */
export interface Guards {
  /** Between the body's form and its meaning: who is asking. */
  first: Middleware[];
  /** When everything else was checked, before the handler. */
  last: Middleware[];
  /** What belongs to a caller. */
  owns: Owns;
}

/**
 * How every documented call becomes a Lambda handler: origin, body, `guards.first`, schemas, ownership,
 * `guards.last`, then `run`, then the answer against its schema. A step that refuses stops the rest; see each
 * middleware for what it checks.
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
    return jsonAnswer(200, call.response.parse(reply.body), reply.cookies);
  });
}
