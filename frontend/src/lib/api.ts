import { Amplify } from 'aws-amplify';
import { del, get, post, put } from 'aws-amplify/api';
import type { getUser } from '#shared/contract/account';
import type { Call, RequestOf, ResponseOf, RouteOf } from '#shared/contract/call';
import type { ErrorBody, ErrorCode } from '#shared/errors';
import { routes } from '#shared/contract/routes';
import { askForPassword } from './recent-authentication';

/** The text if the server did not respond (spec 8). */
export const unreachableText = '通信エラーが発生しました';

/** `NETWORK`: no response. `UNKNOWN`: a response that is not the server's own, e.g. of a gateway in between. */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNKNOWN';

/** Why a call failed. `message` is a text for the user. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: FailureCode;
  /** Text for each wrong value, by its path in the body. */
  readonly fields: Record<string, string> | undefined;
  readonly requestId: string | undefined;
  /** Further values of the error code, e.g. `mfaType`, `retryAfter`. */
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    rest: Partial<Pick<ApiFailure, 'fields' | 'requestId' | 'details' | 'cause'>> = {},
  ) {
    super(message, rest.cause === undefined ? undefined : { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.fields = rest.fields;
    this.requestId = rest.requestId;
    this.details = rest.details ?? {};
  }
}

/** HTTP/2 sends no status text; these are the ones a gateway may respond with (RFC 9110, section 15.6). */
const statusTexts: Record<number, string> = {
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Reads an error response. The message of a response that is not the server's own reads "status: text" (spec 8). */
export function toFailure(status: number, body: string): ApiFailure {
  try {
    const { code, message, requestId, fields, ...details } = JSON.parse(body) as Partial<ErrorBody>;
    if (typeof message === 'string' && message !== '') {
      return new ApiFailure(status, code ?? 'UNKNOWN', message, { fields, requestId, details });
    }
  } catch {
    // Not JSON, so not the server's own response.
  }
  return new ApiFailure(status, 'UNKNOWN', `${status}: ${status >= 500 ? (statusTexts[status] ?? '') : body}`.trim());
}

/** Whether a call failed with one of these codes. */
export const failedWith = (error: unknown, ...codes: readonly FailureCode[]): error is ApiFailure =>
  error instanceof ApiFailure && codes.includes(error.code);

/** Whether a call failed because the user declined to give the password again. No message is needed then. */
export const wasDeclined = (error: unknown): error is ApiFailure => failedWith(error, 'RECENT_AUTHENTICATION_REQUIRED');

/** The text for an unexpected failure (spec 8). */
export const unexpectedText = '予期せぬエラーが発生しました';

export interface FailureTexts {
  /** For a refusal without a text of the server; {@link unexpectedText} by default. */
  refused?: string | undefined;
  /** For no response at all; {@link unreachableText} by default. */
  unreachable?: string | undefined;
}

/** Returns the text for a failed call: the server's own text if it has one (spec 8). */
export function failureText(
  error: unknown,
  { refused = unexpectedText, unreachable = unreachableText }: FailureTexts = {},
): string {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code === 'NETWORK') return unreachable;
  return error.code === 'UNKNOWN' ? refused : error.message;
}

/** Whether the server may have carried a failed call out: there was no response, or none that decides. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiFailure && error.status >= 400 && error.status < 500);

/**
 * Resolves once a call is done: with its response, or, if that may be lost, with what `read` then finds.
 * @throws {ApiFailure} the call's own, if it is not done.
 */
export async function doneOrFound<Done, Found>(
  call: Promise<Done>,
  read: () => Promise<Found | undefined>,
  isDone: (found: Found) => boolean,
): Promise<Done | Found> {
  try {
    return await call;
  } catch (error) {
    const found = mayBeDone(error) ? await read().catch(() => undefined) : undefined;
    if (found === undefined || !isDone(found)) throw error;
    return found;
  }
}

const apiName = 'portal';

// The API has the page's own origin, so its cookie is first-party. Nothing is retried, because a repeated POST could
// order twice, and no token is looked for, because the session is a cookie.
Amplify.configure(
  { API: { REST: { [apiName]: { endpoint: window.location.origin } } } },
  { API: { REST: { retryStrategy: { strategy: 'no-retry' }, defaultAuthMode: 'none' } } },
);

const senders = { GET: get, POST: post, PUT: put, DELETE: del } as const;

const sessionEndListeners = new Set<() => void>();

/** Calls the listener when the server no longer knows the session. The function that it returns ends that. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

type ChangeListener = (call: RouteOf<Call>, response: unknown) => Promise<void>;
const changeListeners = new Set<ChangeListener>();

/**
 * Calls the listener once a call has changed something, with its response, or may have, without one; the call's own
 * response waits for it. The function that it returns ends that.
 */
export function onChange(listener: ChangeListener): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/**
 * Values are encoded twice: API Gateway decodes a path before it looks for the route, so a `/` in a serial number would
 * part it (functions/http/middleware.ts).
 */
const fill = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\+?\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`The path ${path} needs a value for ${name}`);
    return encodeURIComponent(encodeURIComponent(value));
  });

type Query = Record<string, string | number | boolean | undefined>;

const asTexts = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** The parts of a request, for any call. */
export interface AnyRequest {
  params?: Record<string, string> | undefined;
  query?: Query | undefined;
  body?: unknown;
}

/** Milliseconds within which the browser has the cookie of a session that goes on. */
const renewal = 500;

/** Whom the server named last as signed in. */
let named: string | undefined;

/**
 * Sends a request. One that nobody was signed in for is sent once more if its user still is: nothing of it was carried
 * out, and this or another tab may have been continuing the session under a new cookie at that moment.
 */
async function send(call: RouteOf<Call>, request: AnyRequest, key?: string, again = true): Promise<unknown> {
  const { params = {}, query, body } = request;
  const [sender, isOfUser] = [named, call.name === routes.getUser.name];
  try {
    const { body: received } = await senders[call.method]({
      apiName,
      path: fill(call.path, params),
      options: {
        withCredentials: true,
        headers: { accept: 'application/json', ...(key && { 'idempotency-key': key }) },
        ...(query && { queryParams: asTexts(query) }),
        ...(body !== undefined && { body }),
      },
    } as Parameters<typeof post>[0]).response;
    const text = await received.text();
    const response: unknown = text === '' ? undefined : JSON.parse(text);
    if (isOfUser) named = (response as ResponseOf<typeof getUser>).user.id;
    return response;
  } catch (error) {
    const { response } = error as { response?: { statusCode: number; body?: string } };
    if (!response) throw new ApiFailure(0, 'NETWORK', unreachableText, { cause: error });
    const failure = toFailure(response.statusCode, response.body ?? '');
    if (failure.code !== 'NOT_SIGNED_IN') throw failure;
    if (again && !isOfUser) {
      await new Promise((resolve) => void setTimeout(resolve, renewal));
      const isKnown = await send(routes.getUser, {}).then(
        () => true,
        () => false,
      );
      // Why the session cannot be read is not why the call failed; that it is over, the listeners know by then.
      if (!isKnown) throw failure;
      if (named === sender) return send(call, request, key, false);
    }
    for (const listener of sessionEndListeners) listener();
    throw failure;
  }
}

/** Like {@link callApi}, for a request whose type already fits its call. */
export async function sendRequest(
  call: RouteOf<Call>,
  request: AnyRequest = {},
  { idempotencyKey, background = false }: CallOptions = {},
): Promise<unknown> {
  const attempt = (): Promise<unknown> => send(call, request, idempotencyKey);
  const told = (response?: unknown) => Promise.all([...changeListeners].map((listener) => listener(call, response)));
  try {
    const response = await attempt().catch(async (error: unknown) => {
      if (!wasDeclined(error)) throw error;
      await askForPassword(error);
      return attempt();
    });
    const shown = call.changes?.length ? told(response) : undefined;
    if (!background) await shown;
    return response;
  } catch (error) {
    if (call.changes?.length && mayBeDone(error)) void told();
    throw error;
  }
}

/**
 * Makes a call of the contract and returns the body of its response. No other code talks to the server. What the call
 * changes by its contract is then out of date in no screen ({@link onChange}).
 *
 * If the server requires the password again, the user is asked for it and the same request is sent once more. If the
 * user declines, the call fails with that refusal ({@link wasDeclined}).
 *
 * `idempotencyKey` names the attempt: a repeated request gets the first one's response.
 * @throws {ApiFailure} for every outcome but success.
 */
export function callApi<C extends Call>(call: RouteOf<C>, ...request: CallArguments<C>): Promise<ResponseOf<C>>;
export function callApi<C extends Call>(call: C, ...request: CallArguments<C>): Promise<ResponseOf<C>>;
export function callApi(call: RouteOf<Call>, request?: AnyRequest, options?: CallOptions): Promise<unknown> {
  return sendRequest(call, request, options);
}

export interface CallOptions {
  idempotencyKey?: string;
  /** The response does not wait until the page shows what the call has changed. */
  background?: boolean;
}

/** A request may be left out if the call takes neither path values, query nor body. */
export type CallArguments<C extends Call> =
  object extends RequestOf<C>
    ? [request?: RequestOf<C>, options?: CallOptions]
    : [request: RequestOf<C>, options?: CallOptions];
