import { Amplify } from 'aws-amplify';
import { del, get, post, put } from 'aws-amplify/api';
import type { Call, RequestOf, ResponseOf } from '#shared/contract/call';
import type { ErrorBody, ErrorCode } from '#shared/errors';

const apiName = 'portal';

// The API answers on the page's own origin, so that its cookie is first-party. A repeated POST could order twice, and
// the session is a cookie: nothing is retried, no token looked for.
Amplify.configure(
  { API: { REST: { [apiName]: { endpoint: window.location.origin } } } },
  { API: { REST: { retryStrategy: { strategy: 'no-retry' }, defaultAuthMode: 'none' } } },
);

const senders = { GET: get, POST: post, PUT: put, DELETE: del } as const;

/** `NETWORK`: no answer at all. `UNKNOWN`: an answer that is not the server's own, e.g. of a gateway in between. */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNKNOWN';

/** Why a call brought no result. `message` is for people. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly code: FailureCode;
  /** Text for each wrong value, by its path in the body. */
  readonly fields: Record<string, string> | undefined;
  readonly requestId: string | undefined;
  /** What else the code promises, e.g. `mfaType`, `retryAfter`. */
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    rest: {
      fields?: Record<string, string>;
      requestId?: string;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, rest.cause === undefined ? undefined : { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.fields = rest.fields;
    this.requestId = rest.requestId;
    this.details = rest.details ?? {};
  }
}

/** HTTP/2 sends no status text; these are the ones a gateway may answer with (RFC 9110, section 15.6). */
const statusTexts: Record<number, string> = {
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Reads an error answer. One that is not the server's own reads "status: text" (spec 8). */
export function toFailure(status: number, body: string): ApiFailure {
  try {
    const { code, message, requestId, fields, ...details } = JSON.parse(body) as Partial<ErrorBody>;
    if (typeof message === 'string' && message !== '') {
      return new ApiFailure(status, code ?? 'UNKNOWN', message, {
        ...(fields && { fields }),
        ...(requestId && { requestId }),
        details,
      });
    }
  } catch {
    // Not JSON: told below as what it is.
  }
  return new ApiFailure(status, 'UNKNOWN', `${status}: ${status >= 500 ? (statusTexts[status] ?? '') : body}`.trim());
}

interface Answered {
  response?: { statusCode: number; body?: string };
}

const sessionEndListeners = new Set<() => void>();

/** Told when the server no longer knows the session of a call that needs one. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

const fill = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\+?\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`The path ${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });

type Query = Record<string, string | number | boolean | undefined>;

const asTexts = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * Makes a documented call and gives its answer. The one place that talks to the server.
 * `idempotencyKey` names a submit, so that a repeated one gets the first one's answer.
 * @throws {ApiFailure} for every other outcome.
 */
export async function callApi<C extends Call>(
  call: C,
  ...[request, options]: CallArguments<C>
): Promise<ResponseOf<C>> {
  const { params, query, body } = (request ?? {}) as unknown as {
    params?: Record<string, string>;
    query?: Query;
    body?: never;
  };
  try {
    const operation = senders[call.method]({
      apiName,
      path: fill(call.path, params ?? {}),
      options: {
        withCredentials: true,
        headers: {
          accept: 'application/json',
          ...(options?.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        },
        ...(query && { queryParams: asTexts(query) }),
        ...(body !== undefined && { body }),
      },
    } as Parameters<typeof post>[0]);
    const { body: answer } = await operation.response;
    const text = await answer.text();
    return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<C>;
  } catch (error) {
    const { response } = error as Answered;
    if (!response) throw new ApiFailure(0, 'NETWORK', '通信エラーが発生しました', { cause: error });
    const failure = toFailure(response.statusCode, response.body ?? '');
    if (failure.code === 'NOT_SIGNED_IN') for (const listener of sessionEndListeners) listener();
    throw failure;
  }
}

export interface CallOptions {
  idempotencyKey?: string;
}

/** A request may be left out where the call takes neither path values, query nor body. */
export type CallArguments<C extends Call> =
  object extends RequestOf<C>
    ? [request?: RequestOf<C>, options?: CallOptions]
    : [request: RequestOf<C>, options?: CallOptions];
