import type { IncomingMessage } from 'node:http';
import type { Deployed } from '../deploy/deployed';
import { FunctionFailure } from '../isolates/function-failure';
import type { WireResponse } from '../../wire';
import { answerOf, gatewayAnswer, internalError } from './answer';
import { eventOf } from './event';
import { readBody } from './read-body';
import { Routes } from './routes';

export interface ApiOptions {
  invoke: (functionArn: string, event: unknown) => Promise<unknown>;
  now: () => number;
  /** A line for each request. */
  log: (line: string) => void;
}

/** The gateway takes no larger body (API Gateway quotas, "HTTP API"). */
const mostBytes = 10 * 1024 * 1024;

/** The HTTP API of the templates: routes, and the functions behind them. */
export class Api {
  #deployed: Deployed | undefined;
  #routes = new Routes([]);

  constructor(private readonly options: ApiOptions) {}

  /** @throws where a route's function does not exist or does not let the gateway invoke it */
  use(deployed: Deployed): void {
    for (const { routeKey, functionArn } of deployed.routes) {
      if (!deployed.functions.has(functionArn)) throw new Error(`The route ${routeKey} leads to ${functionArn}, and there is no such function`);
      if (!deployed.invokers.has(`${functionArn} apigateway.amazonaws.com`)) throw new Error(`The route ${routeKey} has no permission to invoke ${functionArn}`);
    }
    this.#deployed = deployed;
    this.#routes = new Routes(deployed.routes);
  }

  async respond(request: IncomingMessage): Promise<WireResponse> {
    const startedAt = performance.now();
    const response = await this.#respond(request);
    // No query: it may hold what nobody should read in a log.
    this.options.log(`${request.method} ${request.url?.split('?')[0]} ${response.status} ${(performance.now() - startedAt).toFixed(0)} ms`);
    return response;
  }

  async #respond(request: IncomingMessage): Promise<WireResponse> {
    const deployed = this.#deployed;
    if (!deployed) return gatewayAnswer(503, 'Service Unavailable');
    let match;
    try {
      match = this.#routes.find(request.method ?? 'GET', (request.url ?? '/').split('?')[0] ?? '/');
    } catch {
      return gatewayAnswer(400, 'Bad Request');
    }
    const body = await readBody(request, mostBytes);
    if (!match) return gatewayAnswer(404, 'Not Found');
    if (!body) return gatewayAnswer(413, 'Request Entity Too Large');
    const event = eventOf(request, { match, body, apiId: deployed.apiId, account: deployed.account, now: this.options.now() });
    try {
      const response = answerOf(await this.options.invoke(match.route.functionArn, event));
      return { ...response, headers: { ...response.headers, 'apigw-requestid': event.requestContext.requestId } };
    } catch (error) {
      if (!(error instanceof FunctionFailure)) throw error;
      return error.kind === 'timeout' ? gatewayAnswer(503, 'Service Unavailable') : internalError();
    }
  }
}
