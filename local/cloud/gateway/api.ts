import type { IncomingMessage } from 'node:http';
import type { Deployed, DeployedRoute } from '../deployed/deployed';
import { FunctionFailure } from '../isolates/function-log';
import type { WireResponse } from '#emulators/platform';
import { allows } from '../deployed/statement';
import { responseOf, gatewayResponse, internalError } from './gateway-response';
import { Authorizers } from './authorizers';
import { eventOf, readBody } from './event';
import { Routes, type Match } from './routes';

export interface ApiOptions {
  invoke: (functionArn: string, event: unknown) => Promise<unknown>;
  now: () => number;
  /** A line for each request. */
  log: (line: string) => void;
}

/** The gateway accepts no larger body (API Gateway quotas, "HTTP API"). */
const mostBytes = 10 * 1024 * 1024;

/** Checks the route's role, or the function's own permission. */
function mayInvoke(deployed: Deployed, route: DeployedRoute, functionArn: string): boolean {
  const role = functionArn === route.functionArn ? route.invokerArn?.split('/').at(-1) : undefined;
  if (role !== undefined) return allows(deployed.statements.get(role) ?? [], 'lambda:InvokeFunction', functionArn);
  return deployed.invokers.has(`${functionArn} apigateway.amazonaws.com`);
}

/** The HTTP API of the templates: routes, and the functions behind them. */
export class Api {
  #deployed: Deployed | undefined;
  #routes = new Routes([]);

  readonly #authorizers: Authorizers;

  constructor(private readonly options: ApiOptions) {
    this.#authorizers = new Authorizers(options);
  }

  /** @throws if a route's function or authorizer does not exist or does not let the gateway invoke it */
  use(deployed: Deployed): void {
    for (const route of deployed.routes) {
      for (const functionArn of [route.functionArn, ...(route.authorizer ? [route.authorizer.functionArn] : [])]) {
        if (!deployed.functions.has(functionArn))
          throw new Error(`The route ${route.routeKey} leads to ${functionArn}, and there is no such function`);
        if (!mayInvoke(deployed, route, functionArn))
          throw new Error(`The route ${route.routeKey} has no permission to invoke ${functionArn}`);
      }
    }
    this.#authorizers.forget();
    this.#deployed = deployed;
    this.#routes = new Routes(deployed.routes);
  }

  async respond(request: IncomingMessage): Promise<WireResponse> {
    const startedAt = performance.now();
    const match = this.#find(request);
    const response = await this.#respond(request, match);
    // Like the deployed log: the route, because a path or a query may hold what must not be in a log.
    const ms = (performance.now() - startedAt).toFixed(0);
    const route = typeof match === 'object' ? match.route.routeKey : `${request.method} -`;
    this.options.log(`${route} ${response.status} ${ms} ms`);
    return response;
  }

  #find(request: IncomingMessage): Match | 'unreadable' | undefined {
    try {
      return this.#routes.find(request.method ?? 'GET', (request.url ?? '/').split('?')[0] ?? '/');
    } catch {
      return 'unreadable';
    }
  }

  async #respond(request: IncomingMessage, match: Match | 'unreadable' | undefined): Promise<WireResponse> {
    const deployed = this.#deployed;
    if (!deployed) return gatewayResponse(503, 'Service Unavailable');
    if (match === 'unreadable') return gatewayResponse(400, 'Bad Request');
    const body = await readBody(request, mostBytes);
    if (!match) return gatewayResponse(404, 'Not Found');
    if (!body) return gatewayResponse(413, 'Request Entity Too Large');
    const event = eventOf(request, {
      match,
      body,
      apiId: deployed.apiId,
      account: deployed.account,
      now: this.options.now(),
      originHeaders: deployed.web.originHeaders,
    });
    try {
      const judgement = match.route.authorizer
        ? await this.#authorizers.judge(match.route.authorizer, event)
        : 'authorized';
      if (judgement !== 'authorized')
        return judgement === 'missing' ? gatewayResponse(401, 'Unauthorized') : gatewayResponse(403, 'Forbidden');
      const response = responseOf(await this.options.invoke(match.route.functionArn, event));
      return { ...response, headers: { ...response.headers, 'apigw-requestid': event.requestContext.requestId } };
    } catch (error) {
      if (!(error instanceof FunctionFailure)) throw error;
      return error.kind === 'timeout' ? gatewayResponse(503, 'Service Unavailable') : internalError();
    }
  }
}
