import type { Call, RequestOf, ResponseOf } from '#shared/contract/call';

/** A response of the portal, read whole. */
export interface PortalResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

/** A request as it is written on the wire, right or wrong. */
export interface RawRequest {
  params?: Record<string, string>;
  /** With its question mark. */
  query?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Sends a request as the portal's page would, with the portal's own origin, and returns whatever comes back. */
export async function request(
  url: string,
  call: Pick<Call, 'method' | 'path'>,
  { params = {}, query = '', body, cookie, headers }: RawRequest = {},
): Promise<PortalResponse> {
  // Twice, as the page does (frontend/src/lib/api.ts).
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(encodeURIComponent(params[name] ?? '')),
  );
  const hasBody = call.method !== 'GET' && body !== undefined;
  const response = await fetch(`${url}${path}${query}`, {
    method: call.method,
    headers: {
      origin: url,
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
}

type Sent<C extends Call> = RequestOf<C> & { headers?: Record<string, string> };
/** A call that wants nothing is sent without a second argument. */
type Arguments<C extends Call> = object extends Sent<C> ? [sent?: Sent<C>] : [sent: Sent<C>];

/** One browser's session: keeps its cookies and speaks in the contract's own types. */
export class PortalClient {
  readonly #cookies = new Map<string, string>();

  constructor(readonly url: string) {}

  /** The value of its `Cookie` header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Sends a call and returns its response.
   * @throws an error with the call's name, the status and the body, for any status but 200
   */
  async send<C extends Call>(call: C, ...[sent]: Arguments<C>): Promise<ResponseOf<C>> {
    const { query, ...rest } = (sent ?? {}) as Omit<RawRequest, 'query'> & { query?: Record<string, string> };
    const response = await request(this.url, call, {
      ...rest,
      ...(query && { query: `?${new URLSearchParams(query)}` }),
      cookie: this.cookie,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    if (response.status !== 200)
      throw new Error(`${call.name} returned ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as ResponseOf<C>;
  }
}
