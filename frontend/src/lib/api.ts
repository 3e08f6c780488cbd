import { Amplify } from 'aws-amplify';
import { del, get, post, put } from 'aws-amplify/api';
import type { Call, RequestOf, ResponseOf, RouteOf } from '#shared/contract/call';
import { ApiFailure, toFailure, unreachableText, wasDeclined, mayBeDone } from './api-failure';
import { askForPassword } from './recent-authentication';

const apiName = 'portal';

// The API has the page's own origin, so its cookie is first-party. Nothing is retried, because a repeated POST could
// order twice, and no token is looked for, because the session is a cookie.
Amplify.configure(
  { API: { REST: { [apiName]: { endpoint: window.location.origin } } } },
  { API: { REST: { retryStrategy: { strategy: 'no-retry' }, defaultAuthMode: 'none' } } },
);

const senders = { GET: get, POST: post, PUT: put, DELETE: del } as const;

interface WithResponse {
  response?: { statusCode: number; body?: string };
}

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

async function send(call: RouteOf<Call>, { params = {}, query, body }: AnyRequest, key?: string): Promise<unknown> {
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
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    const { response } = error as WithResponse;
    if (!response) throw new ApiFailure(0, 'NETWORK', unreachableText, { cause: error });
    const failure = toFailure(response.statusCode, response.body ?? '');
    if (failure.code === 'NOT_SIGNED_IN') for (const listener of sessionEndListeners) listener();
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
