import type { WireResponse } from '#emulators/platform';

/** The gateway's own responses, e.g. `{"message":"Not Found"}`. */
export const gatewayResponse = (status: number, message: string): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});
export const internalError = (): WireResponse => gatewayResponse(500, 'Internal Server Error');

interface Structured {
  statusCode?: unknown;
  headers?: Record<string, unknown>;
  cookies?: unknown[];
  body?: unknown;
  isBase64Encoded?: boolean;
}

/** Lambda returns at most 6 MB to a caller. */
const mostBytes = 6 * 1024 * 1024;

/**
 * The response to the caller for a function's result (payload format 2.0): a result with a `statusCode` is used as it
 * is, and any other one becomes the body of a 200 in JSON. A result that is neither is an internal error.
 */
export function responseOf(result: unknown): WireResponse {
  const isStructured = typeof result === 'object' && result !== null && 'statusCode' in result;
  if (!isStructured)
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: typeof result === 'string' ? result : JSON.stringify(result),
    };
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result as Structured;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599 || typeof body !== 'string') return internalError();
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > mostBytes) return internalError();
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...own,
      ...(cookies.length > 0 && { 'set-cookie': cookies.map(String) }),
    },
    body: bytes,
  };
}
