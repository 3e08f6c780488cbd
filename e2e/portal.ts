import type { Call } from '#shared/contract/call';

/** An answer of the portal, read whole. */
export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

export interface SendOptions {
  params?: Record<string, string>;
  query?: string;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

/** A program that speaks to the portal as a browser's page would, with cookies given by hand. */
export class Portal {
  constructor(readonly url: string) {}

  async send(call: Pick<Call, 'method' | 'path'>, options: SendOptions = {}): Promise<Answer> {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const hasBody = call.method !== 'GET' && options.body !== undefined;
    const response = await fetch(`${this.url}${path}${options.query ?? ''}`, {
      method: call.method,
      headers: {
        origin: this.url,
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(options.cookie && { cookie: options.cookie }),
        ...options.headers,
      },
      ...(hasBody && { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  /** Signs in with e-mail and password; the cookie to send from then on. */
  async signIn(email: string, password: string): Promise<string> {
    const answer = await this.send({ method: 'POST', path: '/api/login' }, { body: { email, password } });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-session='));
    if (answer.status !== 200 || !cookie)
      throw new Error(`Signing in as ${email} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
    return cookie.split(';')[0] ?? '';
  }

  /** An endpoint of the local cloud itself; `GET` without a body, else `POST`. */
  async local<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
    const response = await fetch(`${this.url}/__local/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} /__local/${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  services(): Promise<Services> {
    return this.local<Services>('services');
  }

  metrics(): Promise<{
    upstream: Record<string, Record<string, number>>;
    lambda: Record<string, { cold: number; warm: number; p50Ms: number; p99Ms: number }>;
  }> {
    return this.local('metrics');
  }
}

export interface Services {
  dynamodb: string;
  cognito: string;
  sns: string;
  secrets: string;
  stripe: string;
  records: string;
  kintoneApiToken: string;
  postal: string;
  signIns: { as: 'owner' | 'empty' | 'sms' | 'totp' | 'admin'; email: string; password: string; totpSecret?: string }[];
}
