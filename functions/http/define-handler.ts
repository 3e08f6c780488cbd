import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Call } from '#shared/contract/call';
import { ownsDevice, type Owns, ownsResource } from '#functions/shops/ownership';
import { limitUse } from './limit-use';
import { refusals, requestLog } from './refusals';
import {
  auditImpersonation,
  authenticate,
  checkOrigin,
  checkOwnership,
  identifyRepeats,
  parseRequest,
  readBody,
  requireAdministrator,
} from './middleware';
import { jsonResponse, type Middleware, type State, viewerOf, Reply, type CallRequest, type Run } from './request';

export type CallHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

type CallContext = Context & { state: State };

/** Passes the middlewares' results to the handler, because middy gives a handler only the event and the context. */
const passState: Middleware = { before: ({ context, internal }) => void Object.assign(context, { state: internal }) };

/** The middlewares that differ between calls; the others are the same for every call. */
interface Guards {
  /** After the body is read and before it is parsed: authenticates the caller. */
  first?: Middleware[];
  /** After all other checks, before the handler. */
  last?: Middleware[];
  /** Finds the caller's shop that a resource belongs to; nothing is the caller's if left out. */
  owns?: Owns;
}

/**
 * Makes a Lambda handler of a documented call: origin, body, `first`, schemas, ownership, `last`, then
 * `run`, then the response against its schema. A step that refuses stops the rest; each middleware documents its check.
 */
function handlerOf<const C extends Call>(
  call: C,
  { first = [], last = [], owns = async () => undefined }: Guards,
  run: Run<C>,
): CallHandler {
  const chain = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, State>()
    .use([requestLog(call), refusals(call)])
    .use(call.access === 'webhook' ? [] : [checkOrigin])
    .use([
      readBody(call),
      ...first,
      parseRequest(call),
      checkOwnership(call, owns),
      identifyRepeats(call),
      ...last,
      passState,
    ]);
  return chain.handler(async (event: APIGatewayProxyEventV2, context: Context) => {
    const { state } = context as CallContext;
    const request = {
      ...state,
      from: viewerOf(event),
      headers: event.headers,
      cookies: event.cookies ?? [],
      rawBody: state.rawBody ?? '',
    };
    const result = await run(request as unknown as CallRequest<C>);
    const reply = result instanceof Reply ? result : new Reply(result, []);
    return jsonResponse(200, call.response.parse(reply.body), reply.cookies);
  });
}

/** Refuses a call that names a device, a repair or a movement, because ownsResource would return false for it. */
type OwnsNoDevice<C extends Call> = C extends { readonly owns: readonly { readonly kind: infer K }[] }
  ? [Extract<K, 'device' | 'repair' | 'movement'>] extends [never]
    ? unknown
    : { readonly owns: 'made by defineDeviceHandler' }
  : unknown;

const forUser = (call: Call & { access: 'user' }, owns: Owns): Guards => ({
  first: [authenticate(call)],
  last: [limitUse(call), auditImpersonation(call)],
  owns,
});

/** The handler of a call that needs a signed-in user; see also defineDeviceHandler and defineAdminHandler. */
export function defineHandler<const C extends Call & { access: 'user' }>(
  call: C & OwnsNoDevice<C>,
  run: Run<C>,
): CallHandler {
  return handlerOf(call, forUser(call, ownsResource), run);
}

/** Like defineHandler, for a call that names a device or repair. Needs the permission `devicesTable('GetItem')`. */
export function defineDeviceHandler<const C extends Call & { access: 'user' }>(call: C, run: Run<C>): CallHandler {
  return handlerOf(call, forUser(call, ownsDevice), run);
}

/**
 * The handler of an administrator's call: like defineHandler, and it asks Cognito at each call whether the caller is
 * still an administrator. The call needs the permissions `cognito('AdminGetUser', 'AdminListGroupsForUser')`.
 */
export function defineAdminHandler<const C extends Call & { access: 'admin' }>(call: C, run: Run<C>): CallHandler {
  return handlerOf(call, { first: [authenticate(call)], last: [requireAdministrator, limitUse(call)] }, run);
}

/** The handler of a call that anybody may make. It loads no code of sessions. */
export function definePublicHandler<const C extends Call & { access: 'public' }>(call: C, run: Run<C>): CallHandler {
  return handlerOf(call, { last: [limitUse(call)] }, run);
}

/** The handler of a call that costs nothing and asks nobody who calls; loads no code of limits and sessions. */
export function defineFreeHandler<const C extends Call & ({ access: 'public'; method: 'GET' } | { access: 'webhook' })>(
  call: C,
  run: Run<C>,
): CallHandler {
  return handlerOf(call, {}, run);
}
