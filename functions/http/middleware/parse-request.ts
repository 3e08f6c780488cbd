import type * as z from 'zod/mini';
import type { Call } from '#shared/contract/call';
import { CallError, errors } from '#shared/errors';
import type { Middleware } from './state';

/**
 * The parsed value, or a refusal that names each wrong field by its path. Texts for people are in Japanese; a text in
 * ASCII alone is one of zod's own, and the general one takes its place.
 */
function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.') || '-';
    fields[path] ??= /[^\x20-\x7e]/.test(issue.message) ? issue.message : errors.INVALID_INPUT.text;
  }
  throw new CallError('INVALID_INPUT', { fields });
}

/**
 * A value of the path, of which the gateway has undone one encoding: the page encodes each value twice, because the
 * gateway decodes the path before it looks for the route (frontend/src/lib/api.ts). A value without `%` is itself.
 */
function pathValue(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}

const pathValues = (values: Record<string, string | undefined> = {}): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, pathValue(value)]));

/** Parses the parts that the contract declares, and drops undeclared fields. */
export function parseRequest(call: Call): Middleware {
  return {
    before: ({ event, internal }) => {
      if (call.params) internal.params = parse(call.params, pathValues(event.pathParameters));
      if (call.query) internal.query = parse(call.query, event.queryStringParameters ?? {});
      if (call.body) internal.body = parse(call.body, internal.json);
    },
  };
}
