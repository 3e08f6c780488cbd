import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Call } from '../../shared/contract/call';
import { answer, jsonAnswer } from './middleware/answer';
import { checkOrigin } from './middleware/check-origin';
import { checkOwnership } from './middleware/check-ownership';
import { parseRequest } from './middleware/parse-request';
import { readBody } from './middleware/read-body';
import type { Middleware, State } from './middleware/state';
import { Reply, type CallRequest, type Origin, type Run } from './request';

export type CallHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda's context with what the middlewares found out. */
type CallContext = Context & { state: State };

/** Hands the middlewares' findings to the handler: middy gives a handler the event and the context only. */
const passState: Middleware = { before: ({ context, internal }) => void Object.assign(context, { state: internal }) };

/**
 * Where a call comes from. CloudFront names its viewer in a header of its own (`address:port`); the gateway's source is
 * CloudFront itself then.
 */
function originOf(event: APIGatewayProxyEventV2): Origin {
  const viewer = event.headers['cloudfront-viewer-address']?.replace(/:[0-9]+$/, '');
  return { address: viewer ?? event.requestContext.http.sourceIp, userAgent: event.headers['user-agent'] ?? '' };
}

/**
 * How every documented call becomes a Lambda handler: origin, body, `guards`, schemas, ownership, then `run`, then the answer
 * against its schema. A step that refuses stops the rest; see each middleware for what it checks.
 */
export function handlerOf<const C extends Call>(call: C, guards: Middleware[], run: Run<C>): CallHandler {
  const chain = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, State>()
    .use(answer(call))
    .use(call.access === 'webhook' ? [] : [checkOrigin])
    .use([readBody(call), ...guards, parseRequest(call), checkOwnership(call), passState]);
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
