import type { Call, Ownership } from '#shared/contract/call';
import { notFoundCodes } from '#shared/contract/errors-of';
import { CallError } from '#shared/errors';
import type { Owns } from '../../domain/ownership/owns-resource';
import type { Middleware, State } from './state';

function idAt(state: State, at: Ownership['at']): unknown {
  const [part, ...path] = at.split('.') as ['params' | 'query' | 'body', ...string[]];
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    state[part],
  );
}

/**
 * The resource that the call names must be the caller's. Another owner's id is refused exactly like an id that does not
 * exist. Fails closed.
 */
export function checkOwnership(call: Call, owns: Owns): Middleware {
  return {
    before: async ({ internal }) => {
      for (const ownership of call.owns ?? []) {
        const id = idAt(internal, ownership.at);
        if (ownership.optional && id === undefined) continue;
        const owned =
          internal.caller !== undefined && typeof id === 'string' && (await owns(internal.caller, ownership.kind, id));
        if (!owned) throw new CallError(notFoundCodes[ownership.kind]);
      }
    },
  };
}
