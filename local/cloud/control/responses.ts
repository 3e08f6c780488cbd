import type { WireResponse } from '#emulators/platform';

export const json = (status: number, body: unknown): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** Wrong input or an unknown name: one sentence that says what is wrong and what would be right. */
export class ControlError extends Error {
  constructor(
    readonly status: 400 | 404 | 405 | 409 | 502 | 503,
    message: string,
  ) {
    super(message);
  }
}

export type Body = Record<string, unknown>;

/** A request's JSON object; without a body, an empty one. */
export function readObject(body: Buffer): Body {
  const text = body.toString('utf8').trim();
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ControlError(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ControlError(400, 'The body has to be a JSON object.');
  return value as Body;
}
