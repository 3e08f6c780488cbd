import { existsSync, readdirSync } from 'node:fs';
import type { ListedCall } from '#shared/contract/index';
import type { CallHandler } from '#functions/http/define-handler';
import { invoke, type ApiResponse, type ApiRequest } from '../../local/testing/functions';

/** A browser on the portal: keeps the cookies between its requests. */
export class Browser {
  readonly cookies: Record<string, string> = {};

  constructor(private readonly from = '203.0.113.7') {}

  async send(handler: CallHandler, request: ApiRequest): Promise<ApiResponse> {
    const response = await invoke(handler, { from: this.from, cookies: { ...this.cookies }, ...request });
    for (const [name, value] of Object.entries(response.cookies)) {
      if (value === '') delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return response;
  }

  post(handler: CallHandler, body?: unknown): Promise<ApiResponse> {
    return this.send(handler, { method: 'POST', path: '/api', ...(body !== undefined && { body }) });
  }

  put(handler: CallHandler, body: unknown): Promise<ApiResponse> {
    return this.send(handler, { method: 'PUT', path: '/api', body });
  }

  delete(handler: CallHandler, request: Pick<ApiRequest, 'body' | 'params'> = {}): Promise<ApiResponse> {
    return this.send(handler, { method: 'DELETE', path: '/api', ...request });
  }

  get(handler: CallHandler, query?: Record<string, string>): Promise<ApiResponse> {
    return this.send(handler, { method: 'GET', path: '/api', ...(query && { query }) });
  }
}

const functions = new URL('..', import.meta.url);
/** The folders of functions/ that have calls. */
const rooms = readdirSync(functions).filter((room) => existsSync(new URL(`${room}/calls.ts`, functions)));

/** The handler of a call of the contract that is no webhook. */
export async function handlerOf({ exported }: ListedCall): Promise<CallHandler> {
  for (const room of rooms) {
    const handler = ((await import(`../${room}/calls`)) as Record<string, CallHandler>)[exported];
    if (handler) return handler;
  }
  throw new Error(`No calls.ts of functions/ exports ${exported}`);
}
