import type { Call, ResponseOf } from '#shared/contract/call';
import { errors, type ErrorCode } from '#shared/errors';

interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
  credentials: string | undefined;
}
type Answer = { status: number; body: string } | 'unreachable' | Promise<{ status: number; body: string }>;

/** An answer of the contract. */
export const answers = <C extends Call>(_call: C, body: ResponseOf<C>): { status: number; body: string } => ({
  status: 200,
  body: JSON.stringify(body),
});

/** A refusal as the server words it. */
export const refuses = (
  code: ErrorCode,
  more: { fields?: Record<string, string>; [detail: string]: unknown } = {},
): { status: number; body: string } => ({
  status: errors[code].status,
  body: JSON.stringify({ code, message: errors[code].text, requestId: 'request-1', ...more }),
});

/**
 * Stands in for the server under the page's fetch: each call answers what the test says, and what was asked is kept.
 */
export class FakeServer {
  readonly asked: Asked[] = [];
  readonly #answers = new Map<string, Answer>();

  on(call: Call, answer: Answer): this {
    this.#answers.set(`${call.method} ${call.path.replaceAll(/\{\w+\}/g, '*')}`, answer);
    return this;
  }

  /** What was asked of one call, in order. */
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
      const key = [...this.#answers.keys()].find((known) =>
        new RegExp(`^${known.replaceAll('*', '[^/]+')}$`).test(`${method} ${url.pathname}`),
      );
      const answer = key === undefined ? undefined : await this.#answers.get(key);
      if (answer === undefined) throw new Error(`The test gives no answer to ${method} ${url.pathname}`);
      if (answer === 'unreachable') throw new TypeError('Failed to fetch');
      return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } });
    };
    return this;
  }
}
