import type { Call, ResponseOf } from '#shared/contract/call';
import { getNextInvoice, listDocuments } from '#shared/contract/document';
import { listMovements } from '#shared/contract/movement';
import { getConfig } from '#shared/contract/platform';
import { errors, type ErrorCode } from '#shared/errors';
import { stageConfig } from './stage-config';

interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
  credentials: string | undefined;
}
type Reply = { status: number; body: string } | 'unreachable' | Promise<{ status: number; body: string }>;

/** A 200 with a body of the contract, for {@link FakeServer.reply}. */
export const responds = <C extends Call>(_call: C, body: ResponseOf<C>): { status: number; body: string } => ({
  status: 200,
  body: JSON.stringify(body),
});

/** A refusal as the server words it, for {@link FakeServer.reply}. */
export const refuses = (
  code: ErrorCode,
  more: { fields?: Record<string, string>; [detail: string]: unknown } = {},
): { status: number; body: string } => ({
  status: errors[code].status,
  body: JSON.stringify({ code, message: errors[code].text, requestId: 'request-1', ...more }),
});

/**
 * Replaces the server under the page's fetch: each call gets the reply that the test set, and every request is kept.
 * A call without a reply fails the test; only the stage's settings, the next invoice, documents and movements have one
 * from the start.
 */
export class FakeServer {
  readonly asked: Asked[] = [];
  readonly #replies = new Map<string, Reply>();

  constructor() {
    this.on(getConfig, stageConfig);
    this.on(getNextInvoice, { date: null, amount: 0, lines: [] });
    this.on(listDocuments, { documents: [], cursor: null });
    this.on(listMovements, { movements: [], counts: [] });
  }

  /** Replies 200 with a body of the contract. */
  on<C extends Call>(call: C, body: ResponseOf<C>): this {
    return this.reply(call, responds(call, body));
  }

  /** Refuses with a code of the contract; `more` is the rest of the body, e.g. `fields`. */
  refuse(call: Call, code: ErrorCode, more?: Parameters<typeof refuses>[1]): this {
    return this.reply(call, refuses(code, more));
  }

  /** Sets any reply: a gateway's, none, or a delayed one. */
  reply(call: Call, reply: Reply): this {
    this.#replies.set(`${call.method} ${call.path.replaceAll(/\{\w+\}/g, '*')}`, reply);
    return this;
  }

  /** The requests of one call, in order. */
  askedOf(call: Call): Asked[] {
    const path = new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return this.asked.filter(({ method, url }) => method === call.method && path.test(url.pathname));
  }

  install(): this {
    globalThis.fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const method = init.method ?? 'GET';
      this.asked.push({
        method,
        url,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        credentials: init.credentials,
      });
      const key = [...this.#replies.keys()].find((known) =>
        new RegExp(`^${known.replaceAll('*', '[^/]+')}$`).test(`${method} ${url.pathname}`),
      );
      const reply = key === undefined ? undefined : await this.#replies.get(key);
      if (reply === undefined) throw new Error(`The test has no response for ${method} ${url.pathname}`);
      if (reply === 'unreachable') throw new TypeError('Failed to fetch');
      return new Response(reply.body, { status: reply.status, headers: { 'content-type': 'application/json' } });
    };
    return this;
  }
}
