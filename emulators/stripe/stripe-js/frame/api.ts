import { textFor } from '../card/texts';
import type { ErrorResult, Outcome } from '../messages';

/** `{card: {number: '4242'}}` to `card[number]=4242`, as Stripe reads forms. Undefined and null are left out. */
export function toForm(parameters: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else form.append(name, `${value as string | number | boolean}`);
  };
  for (const [name, value] of Object.entries(parameters)) add(name, value);
  return form;
}

/** The error that a page gets; its text is Japanese if a card holder can act on it. */
export function errorOf(body: unknown): ErrorResult {
  const given = (body as { error?: ErrorResult } | null)?.error;
  if (!given?.type) return { type: 'api_error', message: textFor('api_error') ?? '' };
  const { type, code, decline_code: declineCode, message } = given;
  const text =
    type === 'card_error' || code?.endsWith('authentication_failure') ? textFor(code, declineCode) : undefined;
  return { ...given, message: text ?? message };
}

/** Calls Stripe's public API, from this frame's own origin, with the publishable key alone. */
export async function callApi(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  parameters: Record<string, unknown>,
): Promise<Outcome<object>> {
  const form = toForm(parameters);
  try {
    const response = await fetch(method === 'GET' ? `${path}?${form.toString()}` : path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body: form }),
    });
    const body = (await response.json()) as object;
    return response.ok ? { value: body } : { error: errorOf(body) };
  } catch {
    // The response is missing or cannot be read.
    return { error: { type: 'api_connection_error', message: textFor('api_connection_error') ?? '' } };
  }
}
